// The options of a <select>, and of the <datalist> of an input.

const groupOf = (option) => (option.parentElement?.localName === "optgroup" ? option.parentElement : null);

const options = (element) =>
  [...(element.options ?? element.list?.options ?? [])].map((option) => ({
    label: collapse(option.label || option.value),
    value: option.value,
    group: collapse(groupOf(option)?.label ?? ""),
    disabled: option.disabled || !!groupOf(option)?.disabled,
    selected: option.selected,
    listed: option.getClientRects().length > 0,
  }));

const optionAt = (element, index) => element.options[index] ?? null;

// Puts a single select beside the wanted option without an event, so that one arrow key moves it there with real ones.
// Answers that key, or null when there is no neighbour to come from.
const approach = (element, index) => {
  const list = options(element);
  for (const [from, key] of [[index - 1, "ArrowDown"], [index + 1, "ArrowUp"]]) {
    if (list[from] && !list[from].disabled && !element.options[from].hidden) {
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

Object.assign(domtool, { approach, choose, optionAt, options });
