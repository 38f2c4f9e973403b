// Lists of options that are no <select>: listboxes, menus, radio groups, and what opens from a combobox or a button.

const LIST_ROLES = ["listbox", "menu", "menubar", "tree", "grid", "radiogroup"];
const LIST = LIST_ROLES.map((role) => `[role=${role}]`).join();
const OPTION =
  "[role=option],[role=menuitem],[role=menuitemradio],[role=menuitemcheckbox],[role=treeitem],[role=radio],[role=gridcell],input[type=radio]";
const LOOSE =
  "li,[data-value],dd,a,button,tr,[aria-label][tabindex]:not(input,select,textarea),[aria-disabled=false]:not(input,select,textarea),[aria-selected]:not(input,select,textarea)";
const MOST_WALKED_IN = 20000;
const MOST_OPTIONS = 5000;

/** @param {Element} element */
const onScreen = (element) =>
  dom.getClientRects(element).length > 0 && dom.checkVisibility(element, { visibilityProperty: true, opacityProperty: true });

// A box that shows nothing of what is in it: some keep a list for assistive technology in one, beside that which is seen.
/** @param {Maybe<Element>} element */
const shut = (element) => {
  if (!element) return false;
  const box = dom.getBoundingClientRect(element);
  return (box.width <= 1 || box.height <= 1) && getComputedStyle(element).overflow !== "visible";
};

/** @param {Element} element */
const offered = (element) => onScreen(element) && !shut(dom.closest(element, LIST));

// The elements that are drawn in a node, in order: of its shadow root, and what stands in its slots.
/** @param {Element} top */
const drawnIn = (top) => {
  /** @type {Element[]} */
  const found = [];
  const pending = [top];
  for (let node = pending.pop(); node && found.length < MOST_WALKED_IN; node = pending.pop()) {
    if (node !== top) found.push(node);
    const slotted = dom.localName(node) === "slot" ? dom.assignedElements(node, { flatten: true }) : [];
    const inner = slotted.length > 0 ? slotted : [...dom.children(dom.shadowRoot(node) ?? node)];
    for (let i = inner.length - 1; i >= 0; i--) pending.push(inner[i]);
  }
  return found;
};

/** @param {Element} element @param {...string} attributes */
const named = (element, ...attributes) => {
  const within = shadowRootsAround(element);
  const roots = [...within, dom.getRootNode(dom.host(within.at(-1)) ?? element)];
  const ids = attributes.flatMap((name) => (dom.getAttribute(element, name) ?? "").split(/\s+/)).filter(Boolean);
  const found = ids.map((id) => roots.map((root) => dom.getElementById(root, id)).find(Boolean));
  return [...found, ...(dom.ariaControlsElements(element) ?? [])].filter(Boolean);
};

/** @param {Element} element */
const within = (element) =>
  dom.matches(element, LIST) ? element : (drawnIn(element).find((e) => dom.matches(e, LIST) && offered(e)) ?? element);

const TELLERS = "[role=combobox],input";

// The elements that tell of a list for an element.
/** @param {Element} element @returns {Element[]} */
const tellersOf = (element) =>
  [element, dom.closest(element, "[role=combobox]"), ...dom.querySelectorAll(element, TELLERS)].filter(Boolean);

// The list that an element is, or that it says it shows.
/** @param {Element} element */
const ownList = (element) => {
  if (dom.matches(element, LIST)) return element;
  for (const teller of tellersOf(element)) {
    for (const list of named(teller, "aria-controls", "aria-owns")) if (offered(list) && list !== element) return within(list);
    const current = named(teller, "aria-activedescendant").find(offered);
    const around = dom.closest(current, LIST);
    if (around) return around;
  }
  // One that says nothing of its list: what it opened before, as long as that is there.
  const opened = openedBy.get(element)?.deref();
  return opened && dom.isConnected(opened) && offered(opened) && optionsOf(opened).length > 0 ? opened : null;
};

// The list that is open at an element: its own, else that which is seen there.
/** @param {Element} element */
const openList = (element) => {
  shownBefore = new WeakSet();
  return ownList(element) ?? seenList(element);
};

const NEAR = 24; // CSS pixels between a field and the list that floats at it

/** @param {Element} element */
const isFloating = (element) =>
  /absolute|fixed/.test(getComputedStyle(element).position) || !!dom.matches(element, ":popover-open");

const OUT = 12; // CSS pixels by which a list reaches out of its field, as the buttons in the field do not

// Whether a box lies right below, right above or over another, and reaches out of it.
/** @param {Element} field @param {Element} box */
const touches = (field, box) => {
  const a = dom.getBoundingClientRect(field);
  const b = dom.getBoundingClientRect(box);
  const reachesOut = b.bottom > a.bottom + OUT || b.top < a.top - OUT;
  return (
    reachesOut && Math.min(a.right, b.right) > Math.max(a.left, b.left) && b.top <= a.bottom + NEAR && b.bottom >= a.top - NEAR
  );
};

// The list that stands at an element, whether or not ARIA names it: what floats there with options in it. A list by its role need
// not float where the element says that it is expanded. An element that says nothing must have the focus, and what floats at it
// must not lead elsewhere (a menu of links may lie below a search field).
/** @param {Element} element */
const seenList = (element) => {
  const tellers = tellersOf(element);
  const expanded = tellers.some((teller) => dom.getAttribute(teller, "aria-expanded") === "true");
  const active = dom.activeElement(dom.getRootNode(element));
  if (!expanded && !(active && dom.contains(element, active))) return null;
  const boxes = drawnIn(dom.documentElement(document)).filter(
    (e) =>
      !dom.contains(e, element) &&
      e !== active &&
      (isFloating(e) || (expanded && dom.matches(e, LIST))) &&
      offered(e) &&
      !shut(e) &&
      touches(element, e),
  );
  const lists = boxes.map(within).filter((e) => optionsOf(e).length > 0);
  if (!expanded) return lists.find((e) => !dom.querySelector(e, "a[href]")) ?? null;
  return lists.find((e) => dom.matches(e, LIST)) ?? lists[0] ?? null;
};

// Whether the focus is in an element, or in the field of its own that it is searched by.
/** @param {Element} element */
const focusWithin = (element) => active(element) || !!dom.matches(element, ":focus-within");

// Whether Escape may do more than close a list: it closes dialogs, and empties search fields.
/** @param {Element} element */
const escapeDoesMore = (element) => !!closest(element, "dialog,[role=dialog],[role=alertdialog],[popover],input[type=search]");

// Whether a list says that what it offers is still to come.
/** @param {Element} list */
const searches = (list) => {
  const text = collapse(dom.innerText(list) ?? "");
  return (
    !!dom.closest(list, "[aria-busy=true]") ||
    drawnIn(list).some((e) => dom.matches(e, "[aria-busy=true],[role=progressbar],progress") && onScreen(e)) ||
    (text.length < 80 && /(\u2026|\.\.\.)$|^(loading|searching)\b/i.test(text))
  );
};

// What the keys of a combobox act on in its list.
/** @param {Element} element */
const currentOption = (element) => {
  const current = tellersOf(element)
    .flatMap((teller) => named(teller, "aria-activedescendant"))
    .find(offered);
  return current ? labelled(current).slice(0, LONGEST) : null;
};

/** @type {WeakMap<Element, WeakRef<Element>>} */
const openedBy = new WeakMap(); // element -> what opened from it
let shownBefore = new WeakSet(); // what could be a list or an option and was on screen before something was opened

const candidates = () =>
  drawnIn(dom.documentElement(document)).filter((e) => dom.matches(e, `${LIST},${OPTION},${LOOSE}`) && offered(e));

const noteShown = () => {
  shownBefore = new WeakSet(candidates());
};

// The list that came on screen since `noteShown`, or that the element says is its own.
/** @param {Element} element */
const openedList = (element) => {
  const list = freshList(element);
  if (list) openedBy.set(element, new WeakRef(list));
  return list;
};

/** @param {Element} element */
const freshList = (element) => {
  const own = ownList(element);
  if (own && optionsOf(own).length > 0) return own;
  const fresh = candidates().filter((e) => !shownBefore.has(e));
  const lists = fresh.filter((e) => dom.matches(e, LIST) && !dom.matches(e, "[role=radiogroup]"));
  if (lists.length > 0) return lists.find((list) => optionsOf(list).length > 0) ?? own ?? lists[0];
  // Of no such role: what holds most of the options, or of what may be some.
  for (const kind of [OPTION, LOOSE]) {
    /** @type {Map<Element, number>} */
    const counts = new Map();
    for (const e of fresh.filter((f) => dom.matches(f, kind) && !dom.contains(element, f))) {
      const parent = up(e);
      if (isElement(parent)) counts.set(parent, (counts.get(parent) ?? 0) + 1);
    }
    const [best] = [...counts].sort((a, b) => b[1] - a[1]);
    if (best) return best[0];
  }
  // The list of another may still be going where this one comes.
  const seen = own ?? seenList(element);
  return seen && (seen === own || !shownBefore.has(seen)) ? seen : null;
};

// Whether the mouse over it says that it can be pressed.
/** @param {Maybe<Node>} node */
const points = (node) => isElement(node) && getComputedStyle(node).cursor === "pointer";

/** @param {Element} list */
const optionsOf = (list) => {
  const all = drawnIn(list).filter((e) => onScreen(e) || (dom.localName(e) === "input" && !!dom.labels(e)?.length));
  // A box in an option is the option's own.
  const own = (/** @type {Element} */ e) => dom.localName(e) === "input" && !!dom.closest(dom.parentElement(e), OPTION);
  const some = all.filter((e) => dom.matches(e, OPTION) && !own(e) && !shut(dom.closest(e, LIST)));
  const loose = some.length > 0 ? some : all.filter((e) => dom.matches(e, LOOSE));
  const found =
    loose.length > 0
      ? loose
      : all.filter((e) => points(e) && (up(e) === list || !points(up(e))) && collapse(dom.textContent(e) ?? ""));
  // Of one in another the inner one does something; but a row of a tree is an option with others in it.
  const outer = new Set(found.flatMap((e) => (dom.matches(e, OPTION) ? [] : [up(e)])));
  return found.filter((e) => dom.matches(e, OPTION) || !outer.has(e)).slice(0, MOST_OPTIONS);
};

// What of an option takes the press: all of it may be one thing that takes the focus.
/** @param {Element} option */
const pressable = (option) => {
  if (dom.matches(option, OPTION) || chosenOf(option) !== null) return option;
  const only = dom.children(option).length === 1 ? dom.firstElementChild(option) : null;
  if (!only || !dom.matches(only, "[tabindex],button,a")) return option;
  return collapse(dom.textContent(only)) === collapse(dom.textContent(option)) && onScreen(only) ? only : option;
};

/** @param {Iterable<Node>} nodes */
const textsOf = (nodes) =>
  collapse(
    [...nodes]
      .filter((n) => dom.nodeType(n) === Node.TEXT_NODE)
      .map((n) => dom.data(n))
      .join(" "),
  );

// The text of an element that has none but what its page puts into slots of its shadow tree (`innerText` leaves that out).
/** @param {Element} top */
const slottedText = (top) =>
  collapse(
    [top, ...drawnIn(top)]
      .map((e) => {
        if (dom.localName(e) === "slot") return textsOf(dom.assignedNodes(e, { flatten: true }));
        return dom.shadowRoot(e) ? "" : ownText(e);
      })
      .join(" "),
  );

/** @param {Element} option */
const labelled = (option) => {
  const by = (dom.getAttribute(option, "aria-labelledby") ?? "").split(/\s+/).filter(Boolean);
  const texts = by.map((id) => dom.textContent(dom.getElementById(dom.getRootNode(option), id)) ?? "");
  const own = dom.localName(option) === "input" ? [...(dom.labels(option) ?? [])].map((l) => dom.textContent(l)).join(" ") : "";
  return collapse(
    texts.join(" ") ||
      dom.getAttribute(option, "aria-label") ||
      own ||
      (dom.innerText(option) ?? dom.textContent(option) ?? "").trim() ||
      slottedText(option),
  );
};

// The lines that an option is read in, where they are several.
/** @param {Element} option */
const optionLines = (option) => {
  const lines = (dom.innerText(option) ?? "").split("\n").map(collapse).filter(Boolean);
  return lines.length > 1 ? lines.join("\n").slice(0, LONGEST) : "";
};

/** @param {Element} option */
const chosenOf = (option) => {
  if (dom.localName(option) === "input") return dom.checked(option);
  const told = dom.getAttribute(option, "aria-selected") ?? dom.getAttribute(option, "aria-checked");
  // A menu's item or one of no such role has nothing to tell; an option that tells nothing among others that do is not chosen.
  return told === null ? null : told === "true";
};

/** @param {Element} list */
const listed = (list) =>
  optionsOf(list).map((option) => ({
    label: labelled(option).slice(0, LONGEST),
    lines: optionLines(option),
    value: dom.getAttribute(option, "data-value") ?? dom.getAttribute(option, "value") ?? "",
    disabled: !!closest(option, "[aria-disabled=true],:disabled"),
    selected: chosenOf(option),
  }));

// The option of a place in the list, if it still has this label.
/** @param {Element} list @param {number} index @param {string} label */
const listedAt = (list, index, label) => {
  const option = optionsOf(list)[index];
  return option && labelled(option).slice(0, LONGEST) === label ? pressable(option) : null;
};

// Brings an option into what its list shows, which may draw the list anew. Answers its place then, -1 when it is gone.
/** @param {Element} list @param {number} index @param {string} label */
const bringListed = async (list, index, label) => {
  dom.scrollIntoView(optionsOf(list)[index], { block: "nearest", inline: "nearest", behavior: "instant" });
  await twoFrames();
  const near = optionsOf(list)
    .map((option, at) => (labelled(option).slice(0, LONGEST) === label ? at : -1))
    .filter((at) => at >= 0);
  return near.sort((a, b) => Math.abs(a - index) - Math.abs(b - index))[0] ?? -1;
};

/** @param {Element} list */
const rolesIn = (list) => ({
  menu: dom.matches(list, "[role=menu],[role=menubar]"),
  several: dom.getAttribute(list, "aria-multiselectable") === "true",
  told: optionsOf(list).some((option) => chosenOf(option) !== null),
});

// The box around a list that hides what is further down and is scrolled by the page itself as the wheel is turned.
/** @param {Element} list */
const turnedByPage = (list) => {
  for (
    let box = /** @type {Maybe<Element>} */ (list), left = 4;
    box && box !== dom.body(document) && left > 0;
    box = dom.parentElement(box), left--
  ) {
    if (dom.scrollHeight(box) > dom.clientHeight(box) + 1 && getComputedStyle(box).overflowY === "hidden") return box;
    if (/auto|scroll/.test(getComputedStyle(box).overflowY)) return null;
  }
  return null;
};

// Scrolls a list on by nearly all that it shows; false at its end.
/** @param {Element} list */
const listOn = async (list) => {
  /** @param {Element} e */
  const higher = (e) => dom.scrollHeight(e) > dom.clientHeight(e) + 1;
  const box =
    [list, ...drawnIn(list)].find((e) => higher(e) && /auto|scroll/.test(getComputedStyle(e).overflowY)) ??
    turnedByPage(list) ??
    scrollable(list);
  if (box === dom.scrollingElement(document) || box === dom.documentElement(document)) return false;
  const before = dom.scrollTop(box);
  dom.set(box, "scrollTop", before + Math.max(20, dom.clientHeight(box) - 20));
  await twoFrames();
  return dom.scrollTop(box) > before;
};

/** @param {Element} list */
const listToTop = async (list) => {
  for (const e of [list, ...drawnIn(list), turnedByPage(list) ?? scrollable(list)])
    if (dom.scrollTop(e) > 0 && e !== dom.scrollingElement(document)) dom.set(e, "scrollTop", 0);
  await twoFrames();
};

/** @param {Element} element */
const ownText = (element) => textsOf(dom.childNodes(element));

// What stands in an option that is not chosen is offered, not shown.
/** @param {Element | null} option */
const isChosen = (option) => !option || chosenOf(option);

// What a combobox or a button shows as chosen: its value, its text.
/** @param {Element} element */
const shows = (element) => {
  if (typeof dom.value(element) === "string" && dom.localName(element) !== "button") return collapse(dom.value(element));
  if (!dom.querySelector(element, `select,${LIST}`)) return collapse(dom.innerText(element) ?? "").slice(0, LONGEST);
  // What it offers is not what it shows.
  const parts = drawnIn(element).filter((e) => onScreen(e) && !dom.closest(e, "select") && isChosen(dom.closest(e, OPTION)));
  return collapse(parts.map(ownText).join(" ")).slice(0, LONGEST);
};

// Whether a label stands at an element: in what it holds, in its text, or beside it within its widget.
/** @param {Element} element @param {string} label */
const showsChosen = (element, label) => {
  if (shows(element) === label) return true;
  const list = ownList(element);
  /** @type {Maybe<Node>} */
  let around = element;
  for (let steps = 0; steps < 5 && around && around !== dom.body(document); steps++, around = up(around)) {
    if (!isElement(around)) continue;
    for (const e of [around, ...drawnIn(around).slice(0, 300)]) {
      if (dom.contains(list, e) || !onScreen(e) || dom.closest(e, "select")) continue;
      const option = dom.closest(e, OPTION);
      if (option && !(dom.contains(element, option) && chosenOf(option))) continue;
      // What is in the list around which it stands is offered, not shown.
      if (
        ownText(e) === label ||
        (!dom.contains(e, list) && collapse(dom.textContent(e)) === label) ||
        (dom.localName(e) === "input" && collapse(dom.value(e)) === label)
      )
        return true;
    }
  }
  return false;
};

// What an option tells now; null when it is gone or tells nothing.
/** @param {Element} option */
const chosenStill = (option) => (dom.isConnected(option) ? chosenOf(option) : null);

// The field with the focus, where text can be written in it.
const fieldWritten = () => {
  let element = dom.activeElement(document);
  for (let inner; (inner = dom.activeElement(dom.shadowRoot(element)));) element = inner;
  const takesText = dom.matches(element, "input:not([type=checkbox],[type=radio],[type=button],[type=submit]),textarea");
  return takesText && !dom.readOnly(element) ? element : null;
};

const writing = () => fieldWritten() !== null;

// Whether what covers something floats at the field that is written in: a calendar, or suggestions, that the field opened.
/** @param {Element} coverer */
const floatsAtWriting = (coverer) => {
  const field = fieldWritten();
  let box = /** @type {Maybe<Element>} */ (coverer);
  while (box && !isFloating(box)) box = dom.parentElement(box);
  return !!field && !!box && !dom.contains(box, field) && touches(field, box);
};

give({
  chosenStill,
  floatsAtWriting,
  writing,
  bringListed,
  currentOption,
  escapeDoesMore,
  focusWithin,
  listOn,
  listToTop,
  listed,
  listedAt,
  noteShown,
  openList,
  openedList,
  rolesIn,
  searches,
  shows,
  showsChosen,
});
