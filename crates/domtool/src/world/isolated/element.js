// What an element is right now.

/** @param {Element} element */
const kindOf = (element) => {
  if (dom.localName(element) === "input") return dom.type(element);
  if (dom.localName(element) === "textarea" || dom.localName(element) === "select") return dom.localName(element);
  return dom.isContentEditable(element) ? "editable" : "";
};

// To these `readonly` means nothing (HTML).
const ALWAYS_WRITTEN =
  "[type=checkbox],[type=radio],[type=button],[type=submit],[type=reset],[type=image],[type=hidden],[type=range],[type=color],[type=file]";

// What has a state by its role; where the page tells none, nobody knows it.
const CHECKABLE = "[role=checkbox],[role=switch],[role=radio],[role=menuitemcheckbox],[role=menuitemradio]";

/** @param {Element} element */
const checkedOf = (element) => {
  if (dom.localName(element) === "input" && (dom.type(element) === "checkbox" || dom.type(element) === "radio")) {
    if (dom.indeterminate(element)) return "mixed";
    return saidOfHidden(element) ?? String(dom.checked(element));
  }
  return (
    dom.getAttribute(element, "aria-checked") ??
    dom.getAttribute(element, "aria-pressed") ??
    (dom.matches(element, CHECKABLE) ? "unsaid" : null)
  );
};

// What a page says of a box that nobody sees and that it gave a role: what it draws in its place shows that. The box itself
// may have kept its state, as a cancelled click puts it back after the page has set it (HTML, "legacy-canceled-activation
// steps"). Without a role, `aria-checked` is a leftover that nobody keeps up to date.
/** @param {Element} element */
const saidOfHidden = (element) => {
  const told = dom.getAttribute(element, "aria-checked");
  if ((told !== "true" && told !== "false") || !dom.hasAttribute(element, "role")) return null;
  const box = dom.getBoundingClientRect(element);
  const unseen =
    box.width <= 1 || box.height <= 1 || !dom.checkVisibility(element, { visibilityProperty: true, opacityProperty: true });
  return unseen ? told : null;
};

/** @param {Element} element */
const obscured = (element) => !["none", ""].includes(getComputedStyle(element).webkitTextSecurity ?? "");

// Editors whose lines are boxes: `innerText` makes two lines of one that holds only a `<br>` (CodeMirror 6). Null for any other.
/** @param {Element} element */
const boxedLines = (element) => {
  if (!dom.querySelector(element, ":scope > div > br:only-child")) return null;
  const lines = [];
  for (const line of dom.childNodes(element)) {
    if (!isElement(line)) {
      if (collapse(dom.textContent(line) ?? "") !== "") return null;
      continue;
    }
    if (dom.localName(line) !== "div") return null;
    const text = (dom.innerText(line) ?? "").replace(/\n$/, "");
    // What stands for lines that are not drawn.
    if (text !== "" || dom.getAttribute(line, "contenteditable") !== "false") lines.push(text);
  }
  return lines.join("\n");
};

// Without what an empty editor says in the place of text: drawn over it, not editable, and not to be selected (Slate).
/** @param {Element} element @param {string} text */
const withoutHint = (element, text) => {
  for (const hint of dom.querySelectorAll(element, "[contenteditable=false]")) {
    const style = getComputedStyle(hint);
    const said = dom.innerText(hint) ?? "";
    if (style.position !== "absolute" || style.userSelect !== "none" || style.pointerEvents !== "none" || said === "") continue;
    const left = text.replace(said, "");
    if (left.replace(/[\s\u200b\u2060\ufeff]/g, "") === "") return "";
  }
  return text;
};

/** @param {Element} element */
const valueOf = (element) => {
  if (typeof dom.value(element) === "string" && dom.localName(element) !== "button") return dom.value(element);
  if (!dom.isContentEditable(element)) return null;
  // What is shown of an obscured text is dots.
  const text = obscured(element)
    ? dom.textContent(element)
    : (boxedLines(element) ?? withoutHint(element, dom.innerText(element)));
  return text.replace(/\u00a0/g, " ").replace(/\n$/, "");
};

// What privacy rules look at: whether what it holds goes into a sentence.
/** @param {Element} element */
const fieldOf = (element) => ({
  kind: dom.type(element) ?? "",
  autocomplete: dom.getAttribute(element, "autocomplete") ?? "",
  name: dom.getAttribute(element, "name") ?? "",
  id: dom.id(element),
  labels: [
    ...[...(dom.labels(element) ?? [])].map((label) => collapse(dom.textContent(label))),
    ...["aria-label", "placeholder", "title"].map((key) => dom.getAttribute(element, key) ?? ""),
  ],
  obscured: obscured(element),
  was_secret: looks.wasSecret(element),
});

// What of its state an action may change, as a person would name it.
const FACETS = ["checked", "expanded", "pressed", "selected", "current", "invalid", "disabled", "busy", "valuenow", "valuetext"];

// Whether `aria-disabled` says so of it, or of what it is in.
/** @param {Element} element */
const saysDisabled = (element) =>
  dom.matches(closest(element, "[aria-disabled=true i],[aria-disabled=false i]"), "[aria-disabled=true i]") ?? false;

/** @param {Element} element */
const states = (element) => {
  /** @type {Record<string, string>} */
  const told = {};
  for (const name of FACETS) {
    const value = dom.getAttribute(element, `aria-${name}`);
    if (value !== null) told[name.replace("valuenow", "value")] = value;
  }
  const checked = checkedOf(element);
  if (checked !== null && checked !== "unsaid" && told.pressed === undefined) told.checked = checked;
  if (dom.localName(element) === "option") told.selected = String(dom.selected(element));
  if (dom.localName(element) === "details" || dom.localName(element) === "dialog") told.open = String(dom.open(element));
  if (dom.localName(element) === "summary" && dom.localName(dom.parentElement(element)) === "details")
    told.expanded = String(dom.open(dom.parentElement(element)));
  if (dom.matches(element, ":disabled")) told.disabled = "true";
  const value = told.checked === undefined ? valueOf(element) : null;
  if (value !== null) told.value = value;
  return told;
};

/** @param {Element} element */
const state = (element) => {
  watchRoots(element);
  const away = boxless(element);
  const stands = dom.localName(element) === "area" ? imageOf(element) : element;
  const box =
    away && stands === element ? dom.getBoundingClientRect(drawn(element)) : dom.getBoundingClientRect(stands ?? element);
  const field = dom.localName(element) === "input" || dom.localName(element) === "textarea";
  return {
    connected: dom.isConnected(element),
    frames: !!dom.contentWindow(element),
    kind: kindOf(element),
    boxless: away,
    boxed: (away ? !!stands : dom.getClientRects(element).length > 0) && box.width > 1 && box.height > 1,
    visible:
      away && stands === element && dom.getClientRects(element).length === 0
        ? box.width > 0
        : !!dom.checkVisibility(stands, { visibilityProperty: true, contentVisibilityAuto: true }),
    disabled: dom.matches(element, ":disabled") || saysDisabled(element),
    pointerless: getComputedStyle(element).pointerEvents === "none",
    // A modal dialog escapes what is inert around it, as in the look.
    inert: dom.matches(closest(element, "[inert],dialog:modal"), "[inert]") ?? false,
    read_only:
      (field && dom.readOnly(element) && !dom.matches(element, ALWAYS_WRITTEN)) ||
      dom.getAttribute(element, "aria-readonly") === "true",
    checked: checkedOf(element),
    custom: dom.localName(element)?.includes("-") ?? false,
    multiple: !!dom.multiple(element),
    states: states(element),
    value: valueOf(element),
    field: fieldOf(element),
    text: collapse(dom.innerText(element) ?? dom.textContent(element) ?? "").slice(0, LONGEST),
  };
};

give({ state });
