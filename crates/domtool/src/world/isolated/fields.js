// What an action is asked to write, and where the caret is.

const active = (element) => {
  if (element.getRootNode().activeElement !== element) return false;
  for (let root = element.getRootNode(); root.host; root = root.host.getRootNode()) {
    if (root.host.getRootNode().activeElement !== root.host) return false;
  }
  return true;
};

const selectAll = (element) => {
  if (typeof element.select === "function") element.select();
  else getSelection().selectAllChildren(element);
};

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

const tellChanged = (element) => {
  element.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  element.dispatchEvent(new Event("change", { bubbles: true }));
};

// For fields that no keyboard fills in one way on every system: dates, colours, ranges.
const setValue = (element, text) => {
  if (element.value === text) return;
  element.value = text;
  tellChanged(element);
};

const options = (element) =>
  [...element.options].map((option) => ({
    label: collapse(option.label),
    value: option.value,
    disabled: option.disabled || (option.parentElement.localName === "optgroup" && option.parentElement.disabled),
    selected: option.selected,
  }));

// Puts a single select beside the wanted option without an event, so that one arrow key moves it there with real ones.
// Answers that key, or null when there is no neighbour to come from.
const approach = (element, index) => {
  const list = options(element);
  for (const [from, key] of [[index - 1, "ArrowDown"], [index + 1, "ArrowUp"]]) {
    if (list[from] && !list[from].disabled) {
      element.selectedIndex = from;
      return key;
    }
  }
  return null;
};

const choose = (element, indices) => {
  [...element.options].forEach((option, i) => (option.selected = indices.includes(i)));
  tellChanged(element);
};

const deepActive = () => {
  let element = document.activeElement;
  for (;;) {
    const inner = element?.shadowRoot?.activeElement ?? element?.contentDocument?.activeElement;
    if (!inner) return element;
    element = inner;
  }
};

Object.assign(domtool, { active, approach, caretAtEnd, choose, deepActive, options, selectAll, setValue });
