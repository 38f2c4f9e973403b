// Lists of options that are no <select>: listboxes, menus, radio groups, and what opens from a combobox or a button.

const LIST = "[role=listbox],[role=menu],[role=menubar],[role=tree],[role=grid],[role=radiogroup]";
const OPTION =
  "[role=option],[role=menuitem],[role=menuitemradio],[role=menuitemcheckbox],[role=treeitem],[role=radio],[role=gridcell],input[type=radio]";
const LOOSE = "li,[data-value],dd,a,button,tr,[aria-label][tabindex]:not(input,select,textarea),[aria-disabled=false]:not(input,select,textarea)";
const MOST_WALKED_IN = 20000;
const MOST_OPTIONS = 5000;

const onScreen = (element) => element.getClientRects().length > 0 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });

// A box that shows nothing of what is in it: some keep a list for assistive technology in one, beside that which is seen.
const shut = (element) => {
  const box = element?.getBoundingClientRect();
  return !!box && (box.width <= 1 || box.height <= 1) && getComputedStyle(element).overflow !== "visible";
};

const offered = (element) => onScreen(element) && !shut(element.closest(LIST));

// The elements that are drawn in a node, in order: of its shadow root, and what stands in its slots.
const drawnIn = (top) => {
  const found = [];
  const pending = [top];
  while (pending.length > 0 && found.length < MOST_WALKED_IN) {
    const node = pending.pop();
    if (node !== top) found.push(node);
    const slotted = node.localName === "slot" ? node.assignedElements({ flatten: true }) : [];
    const inner = slotted.length > 0 ? slotted : [...(node.shadowRoot ?? node).children];
    for (let i = inner.length - 1; i >= 0; i--) pending.push(inner[i]);
  }
  return found;
};

const named = (element, ...attributes) => {
  const roots = [];
  for (let root = element.getRootNode(); root; root = root.host?.getRootNode()) roots.push(root);
  const ids = attributes.flatMap((name) => (element.getAttribute(name) ?? "").split(/\s+/)).filter(Boolean);
  const found = ids.map((id) => roots.map((root) => root.getElementById(id)).find(Boolean));
  return [...found, ...(element.ariaControlsElements ?? [])].filter(Boolean);
};

const within = (element) => (element.matches(LIST) ? element : (drawnIn(element).find((e) => e.matches(LIST) && offered(e)) ?? element));

// The list that an element is, or that it says it shows.
const ownList = (element) => {
  if (element.matches(LIST)) return element;
  const tellers = [element, element.closest("[role=combobox]"), ...element.querySelectorAll("[role=combobox],input")].filter(Boolean);
  for (const teller of tellers) {
    for (const list of named(teller, "aria-controls", "aria-owns")) if (offered(list) && list !== element) return within(list);
    const current = named(teller, "aria-activedescendant").find(offered);
    if (current?.closest(LIST)) return current.closest(LIST);
  }
  // One that says nothing of its list: what it opened before, as long as that is there.
  const opened = openedBy.get(element)?.deref();
  return opened?.isConnected && offered(opened) && optionsOf(opened).length > 0 ? opened : null;
};

const openedBy = new WeakMap(); // element -> what opened from it
let shownBefore = new WeakSet(); // what could be a list or an option and was on screen before something was opened

const candidates = () => drawnIn(document.documentElement).filter((e) => e.matches(`${LIST},${OPTION},${LOOSE}`) && offered(e));

const noteShown = () => {
  shownBefore = new WeakSet(candidates());
};

// The list that came on screen since `noteShown`, or that the element says is its own.
const openedList = (element) => {
  const list = freshList(element);
  if (list) openedBy.set(element, new WeakRef(list));
  return list;
};

const freshList = (element) => {
  const own = ownList(element);
  if (own && optionsOf(own).length > 0) return own;
  const fresh = candidates().filter((e) => !shownBefore.has(e));
  const lists = fresh.filter((e) => e.matches(LIST) && !e.matches("[role=radiogroup]"));
  if (lists.length > 0) return lists.find((list) => optionsOf(list).length > 0) ?? own ?? null;
  // Of no such role: what holds most of the options, or of what may be some.
  for (const kind of [OPTION, LOOSE]) {
    const counts = new Map();
    for (const e of fresh.filter((f) => f.matches(kind) && !element.contains(f))) {
      const parent = up(e);
      if (parent?.nodeType === Node.ELEMENT_NODE) counts.set(parent, (counts.get(parent) ?? 0) + 1);
    }
    const [best] = [...counts].sort((a, b) => b[1] - a[1]);
    if (best) return best[0];
  }
  return own;
};

const optionsOf = (list) => {
  const all = drawnIn(list).filter((e) => onScreen(e) || (e.localName === "input" && e.labels?.length > 0));
  const some = all.filter((e) => e.matches(OPTION));
  const found = some.length > 0 ? some : all.filter((e) => e.matches(LOOSE));
  // Of one in another the inner one does something; but a row of a tree is an option with others in it.
  const outer = new Set(found.flatMap((e) => (e.matches(OPTION) ? [] : [up(e)])));
  return found.filter((e) => e.matches(OPTION) || !outer.has(e)).slice(0, MOST_OPTIONS);
};

// What of an option takes the press: all of it may be one thing that takes the focus.
const pressable = (option) => {
  if (option.matches(OPTION) || chosenOf(option) !== null) return option;
  const only = option.children.length === 1 && option.firstElementChild.matches("[tabindex],button,a") ? option.firstElementChild : null;
  return only && collapse(only.textContent) === collapse(option.textContent) && onScreen(only) ? only : option;
};

const labelled = (option) => {
  const by = (option.getAttribute("aria-labelledby") ?? "").split(/\s+/).filter(Boolean);
  const texts = by.map((id) => option.getRootNode().getElementById(id)?.textContent ?? "");
  const own = option.localName === "input" ? [...(option.labels ?? [])].map((l) => l.textContent).join(" ") : "";
  return collapse(texts.join(" ") || option.getAttribute("aria-label") || own || (option.innerText ?? option.textContent ?? ""));
};

const chosenOf = (option) => {
  if (option.localName === "input") return option.checked;
  const told = option.getAttribute("aria-selected") ?? option.getAttribute("aria-checked");
  // A menu's item or one of no such role has nothing to tell; an option that tells nothing among others that do is not chosen.
  return told === null ? null : told === "true";
};

const listed = (list) =>
  optionsOf(list).map((option) => ({
    label: labelled(option).slice(0, LONGEST),
    value: option.getAttribute("data-value") ?? option.getAttribute("value") ?? "",
    disabled: !!closest(option, "[aria-disabled=true],:disabled"),
    selected: chosenOf(option),
  }));

// The option of a place in the list, if it still has this label.
const listedAt = (list, index, label) => {
  const option = optionsOf(list)[index];
  return option && labelled(option).slice(0, LONGEST) === label ? pressable(option) : null;
};

// Brings an option into what its list shows, which may draw the list anew. Answers its place then, -1 when it is gone.
const bringListed = async (list, index, label) => {
  optionsOf(list)[index]?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  await frames();
  const near = optionsOf(list).map((option, at) => (labelled(option).slice(0, LONGEST) === label ? at : -1)).filter((at) => at >= 0);
  return near.sort((a, b) => Math.abs(a - index) - Math.abs(b - index))[0] ?? -1;
};

const rolesIn = (list) => ({
  menu: list.matches("[role=menu],[role=menubar]"),
  several: list.getAttribute("aria-multiselectable") === "true",
  told: optionsOf(list).some((option) => chosenOf(option) !== null),
});

// The box around a list that hides what is further down and is scrolled by the page itself as the wheel is turned.
const turnedByPage = (list) => {
  for (let box = list, left = 4; box && box !== document.body && left > 0; box = box.parentElement, left--) {
    if (box.scrollHeight > box.clientHeight + 1 && getComputedStyle(box).overflowY === "hidden") return box;
    if (/auto|scroll/.test(getComputedStyle(box).overflowY)) return null;
  }
  return null;
};

// Scrolls a list on by most of what it shows; false at its end.
const listOn = async (list) => {
  const higher = (e) => e.scrollHeight > e.clientHeight + 1;
  const box = [list, ...drawnIn(list)].find((e) => higher(e) && /auto|scroll/.test(getComputedStyle(e).overflowY))
    ?? turnedByPage(list) ?? scrollable(list);
  if (box === document.scrollingElement || box === document.documentElement) return false;
  const before = box.scrollTop;
  box.scrollTop += Math.max(20, box.clientHeight * 0.8);
  await frames();
  return box.scrollTop > before;
};

const listToTop = async (list) => {
  for (const e of [list, ...drawnIn(list), turnedByPage(list) ?? scrollable(list)]) if (e.scrollTop > 0 && e !== document.scrollingElement) e.scrollTop = 0;
  await frames();
};

const ownText = (element) =>
  collapse([...element.childNodes].filter((n) => n.nodeType === Node.TEXT_NODE).map((n) => n.data).join(" "));

// What a combobox or a button shows as chosen: its value, its text.
const shows = (element) => {
  if (typeof element.value === "string" && element.localName !== "button") return collapse(element.value);
  if (!element.querySelector(`select,${LIST}`)) return collapse(element.innerText ?? "").slice(0, LONGEST);
  // What it offers is not what it shows.
  const parts = drawnIn(element).filter((e) => onScreen(e) && !e.closest("select") && (!e.closest(OPTION) || chosenOf(e.closest(OPTION))));
  return collapse(parts.map(ownText).join(" ")).slice(0, LONGEST);
};

// Whether a label stands at an element: in what it holds, in its text, or beside it within its widget.
const showsChosen = (element, label) => {
  if (shows(element) === label) return true;
  const list = ownList(element);
  let around = element;
  for (let steps = 0; steps < 5 && around && around !== document.body; steps++, around = up(around)) {
    if (around.nodeType !== Node.ELEMENT_NODE) continue;
    for (const e of [around, ...drawnIn(around).slice(0, 300)]) {
      if (list?.contains(e) || !onScreen(e) || e.closest("select")) continue;
      const option = e.closest(OPTION);
      if (option && !(element.contains(option) && chosenOf(option))) continue;
      if (ownText(e) === label || collapse(e.textContent) === label || (e.localName === "input" && collapse(e.value) === label)) return true;
    }
  }
  return false;
};

// What an option tells now; null when it is gone or tells nothing.
const chosenStill = (option) => (option.isConnected ? chosenOf(option) : null);

// Whether the focus is in a field that text can be written in.
const writing = () => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return !!element?.matches("input:not([type=checkbox],[type=radio],[type=button],[type=submit]),textarea") && !element.readOnly;
};

Object.assign(domtool, { chosenStill, writing, bringListed, listOn, listToTop, listed, listedAt, noteShown, openedList, ownList, rolesIn, shows, showsChosen });
