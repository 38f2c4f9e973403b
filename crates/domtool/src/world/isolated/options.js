// The options of a <select>, and of the <datalist> of an input.

/** @param {Element} option */
const groupOf = (option) => (dom.localName(dom.parentElement(option)) === "optgroup" ? dom.parentElement(option) : null);

/** @param {Element} element */
const options = (element) =>
  [...(dom.options(element) ?? dom.options(dom.list(element)) ?? [])].map((option) => ({
    label: collapse(dom.label(option) || dom.value(option)),
    value: dom.value(option),
    group: collapse(dom.label(groupOf(option)) ?? ""),
    disabled: dom.disabled(option) || !!dom.disabled(groupOf(option)),
    selected: dom.selected(option),
    listed: dom.getClientRects(option).length > 0,
  }));

/** @param {Element} element @param {number} index */
const optionAt = (element, index) => dom.options(element)[index] ?? null;

// Puts a single select beside the wanted option without an event, so that one arrow key moves it there with real ones.
// Answers that key, or null when there is no neighbour to come from.
/** @param {Element} element @param {number} index */
const approach = (element, index) => {
  const list = options(element);
  for (const key of ["ArrowDown", "ArrowUp"]) {
    const from = key === "ArrowDown" ? index - 1 : index + 1;
    const beside = list[from];
    if (beside && !beside.disabled && !dom.hidden(dom.options(element)[from])) {
      dom.set(element, "selectedIndex", from);
      return key;
    }
  }
  return null;
};

// Whether a select that is no list opens its options as elements of the page (CSS Forms 1, "base appearance").
/** @param {Element} element */
const opensPicker = (element) => getComputedStyle(element).appearance === "base-select";

/** @param {Element} element @param {number[]} indices */
const choose = (element, indices) => {
  [...dom.options(element)].forEach((option, i) => dom.set(option, "selected", indices.includes(i)));
  tellChanged(element);
};

give({ approach, choose, opensPicker, optionAt, options });
