// What an element is right now.

const kindOf = (element) => {
  if (element.localName === "input") return element.type;
  if (element.localName === "textarea" || element.localName === "select") return element.localName;
  return element.isContentEditable ? "editable" : "";
};

// Whose state is off where they tell none (WAI-ARIA 1.2, "aria-checked").
const CHECKABLE = "[role=checkbox],[role=switch],[role=radio],[role=menuitemcheckbox],[role=menuitemradio]";

const checkedOf = (element) => {
  if (element.localName === "input" && (element.type === "checkbox" || element.type === "radio")) {
    if (element.indeterminate) return "mixed";
    return saidOfHidden(element) ?? String(element.checked);
  }
  return element.getAttribute("aria-checked") ?? element.getAttribute("aria-pressed") ?? (element.matches(CHECKABLE) ? "false" : null);
};

// What a page says of a box that nobody sees and that it gave a role: what it draws in its place shows that. The box itself
// may have kept its state, as a cancelled click puts it back after the page has set it (HTML, "legacy-canceled-activation
// steps"). Without a role, `aria-checked` is a leftover that nobody keeps up to date.
const saidOfHidden = (element) => {
  const told = element.getAttribute("aria-checked");
  if ((told !== "true" && told !== "false") || !element.hasAttribute("role")) return null;
  const box = element.getBoundingClientRect();
  const unseen = box.width <= 1 || box.height <= 1 || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  return unseen ? told : null;
};

const obscured = (element) => !["none", ""].includes(getComputedStyle(element).webkitTextSecurity ?? "");

const valueOf = (element) => {
  if (typeof element.value === "string" && element.localName !== "button") return element.value;
  if (!element.isContentEditable) return null;
  // What is shown of an obscured text is dots.
  const text = obscured(element) ? element.textContent : element.innerText;
  return text.replace(/\u00a0/g, " ").replace(/\n$/, "");
};

// What privacy rules look at: whether what it holds goes into a sentence.
const fieldOf = (element) => ({
  kind: element.type ?? "",
  autocomplete: element.getAttribute("autocomplete") ?? "",
  name: element.getAttribute("name") ?? "",
  id: element.id,
  labels: [
    ...[...(element.labels ?? [])].map((label) => collapse(label.textContent)),
    ...["aria-label", "placeholder", "title"].map((key) => element.getAttribute(key) ?? ""),
  ],
  obscured: obscured(element),
  was_secret: domtool.look?.wasSecret(element) ?? false,
});

// What of its state an action may change, as a person would name it.
const FACETS = ["checked", "expanded", "pressed", "selected", "current", "invalid", "disabled", "busy", "valuenow", "valuetext"];

const facets = (element) => {
  const told = {};
  for (const name of FACETS) {
    const value = element.getAttribute(`aria-${name}`);
    if (value !== null) told[name.replace("valuenow", "value")] = value;
  }
  const checked = checkedOf(element);
  if (checked !== null && told.pressed === undefined) told.checked = checked;
  if (element.localName === "option") told.selected = String(element.selected);
  if (element.localName === "details" || element.localName === "dialog") told.open = String(element.open);
  if (element.localName === "summary" && element.parentElement?.localName === "details") told.expanded = String(element.parentElement.open);
  if (element.matches(":disabled")) told.disabled = "true";
  const value = told.checked === undefined ? valueOf(element) : null;
  if (value !== null) told.value = value;
  return told;
};

const state = (element) => {
  watchRoots(element);
  const away = boxless(element);
  const stands = element.localName === "area" ? imageOf(element) : element;
  const box = away && stands === element ? drawn(element).getBoundingClientRect() : (stands ?? element).getBoundingClientRect();
  const field = element.localName === "input" || element.localName === "textarea";
  return {
    connected: element.isConnected,
    tag: element.localName,
    frames: !!element.contentWindow,
    kind: kindOf(element),
    boxless: away,
    boxed: (away ? !!stands : element.getClientRects().length > 0) && box.width > 1 && box.height > 1,
    visible: away && stands === element && element.getClientRects().length === 0 ? box.width > 0 : !!stands?.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }),
    disabled: element.matches(":disabled") || !!closest(element, "[aria-disabled=true]"),
    pointerless: getComputedStyle(element).pointerEvents === "none",
    inert: !!closest(element, "[inert]"),
    read_only: (field && element.readOnly) || element.getAttribute("aria-readonly") === "true",
    checked: checkedOf(element),
    multiple: !!element.multiple,
    facets: facets(element),
    value: valueOf(element),
    field: fieldOf(element),
    text: collapse(element.innerText ?? element.textContent ?? "").slice(0, LONGEST),
  };
};

Object.assign(domtool, { held: valueOf, state });
