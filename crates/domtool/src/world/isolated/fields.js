// What an action is asked to write, where the caret is, and what else a field tells of itself.

// Whether an element, and nothing in another root or frame, gets the keys.
const active = (element) => {
  if (!element.ownerDocument.hasFocus() || element.getRootNode().activeElement !== element) return false;
  for (let root = element.getRootNode(); root.host; root = root.host.getRootNode()) {
    if (root.host.getRootNode().activeElement !== root.host) return false;
  }
  return true;
};

const selectAll = (element) => {
  if (typeof element.select === "function") element.select();
  else getSelection().selectAllChildren(element);
};

// Whether nothing is selected in an editable element that holds something.
const unselected = (element) => collapse(element.innerText ?? "") !== "" && getSelection().isCollapsed;

const caretAtEnd = (element) => {
  if (typeof element.value === "string") {
    try {
      element.setSelectionRange(element.value.length, element.value.length);
    } catch {
      // number, email and their like have no selection; the caret stays where focusing put it
    }
  } else {
    const selection = getSelection();
    selection.selectAllChildren(element);
    selection.collapseToEnd();
  }
};

const caretAtStart = (element) => {
  if (typeof element.value === "string" && element.selectionStart !== null) element.setSelectionRange(0, 0);
};

const tellChanged = (element) => {
  element.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  element.dispatchEvent(new Event("change", { bubbles: true }));
};

// For what no key writes: a colour, a value between those that keys and the mouse reach.
const setValue = (element, text) => {
  if (element.value === text) return;
  element.value = text;
  tellChanged(element);
};

// What an input of this kind makes of a text, limits and steps applied; "" for what is no value of it.
const normal = (element, text) => {
  const twin = document.implementation.createHTMLDocument("").createElement("input");
  twin.type = element.type;
  for (const name of element.type === "range" ? ["min", "max", "step"] : []) {
    if (element.hasAttribute(name)) twin.setAttribute(name, element.getAttribute(name));
  }
  twin.value = text;
  return twin.value;
};

const number = (element, name) => {
  const value = parseFloat(element.getAttribute(name));
  return Number.isFinite(value) ? value : null;
};

// What a slider or spinbutton of any making tells: its own limits, or those of a native range.
const dial = (element) => {
  if (element.localName === "input") {
    const [min, max] = [number(element, "min") ?? 0, number(element, "max") ?? 100];
    const step = element.getAttribute("step")?.trim().toLowerCase() === "any" ? null : Math.max(0, number(element, "step") ?? 0) || 1;
    return { now: element.valueAsNumber, min, max, step, text: null };
  }
  const [min, max] = [number(element, "aria-valuemin"), number(element, "aria-valuemax")];
  return { now: number(element, "aria-valuenow"), min, max, step: null, text: element.getAttribute("aria-valuetext") };
};

// What validation says of a field; null when it is content, or has nothing to say.
const complaint = (element) => {
  if (element.willValidate && !element.validity.valid) return element.validationMessage || "invalid";
  return ["true", "spelling", "grammar"].includes(element.getAttribute("aria-invalid")) ? "marked invalid" : null;
};

const OPENERS = "[role=combobox],[aria-haspopup]:not([aria-haspopup=false]),[aria-expanded],[aria-controls],[aria-owns],[aria-autocomplete],[list]";

// Whether options may open from an element: it says so, or it is made to be clicked and neither leads away nor sends.
const choosable = (element) => {
  if (element.matches(OPENERS)) return true;
  if (element.matches("input,textarea,select,a[href],area,summary") || element.isContentEditable) return false;
  return !(element.localName === "button" && element.type === "submit" && element.form);
};

// How an element is filled or chosen from, where its kind alone does not tell.
const manner = (element) => ({
  role: (element.getAttribute("role") ?? "").trim().toLowerCase().split(/\s+/)[0],
  opens: /^(listbox|menu|tree|grid|dialog|true)$/.test(element.getAttribute("aria-haspopup") ?? ""),
  choosable: choosable(element),
  suggests: element.localName === "input" && !!element.list,
  longest: element.maxLength ?? -1,
  invalid: complaint(element),
});

let hearing = null; // {element, last}: what a field held when it last told of input

const hearInput = (element) => {
  const now = { element, last: null };
  hearing = now;
  element.addEventListener("input", (event) => {
    if (hearing === now && event.isTrusted) now.last = valueOf(element);
  }, { capture: true, passive: true });
};

// What a field held at its last input, however soon the page took it away; null when it heard of none.
const heardInput = (element) => (hearing?.element === element ? hearing.last : null);

// Whether what is written next comes after what was just written: a mask may have moved the caret.
const goesOn = (element, text) => {
  if (typeof element.value !== "string" || element.value === text) return true;
  try {
    return element.selectionStart === null || element.selectionStart === element.value.length;
  } catch {
    return true;
  }
};

const deepActive = () => {
  let element = document.activeElement;
  for (;;) {
    const inner = element?.shadowRoot?.activeElement ?? element?.contentDocument?.activeElement;
    if (!inner) return element;
    element = inner;
  }
};

Object.assign(domtool, { active, caretAtEnd, caretAtStart, deepActive, dial, goesOn, hearInput, heardInput, manner, normal, selectAll, setValue, unselected });
