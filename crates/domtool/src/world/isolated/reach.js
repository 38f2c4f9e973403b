// What a press on a point is to the element that is meant, and what takes it in an element's place.

// What scripts alone may focus (`tabindex=-1`) is no control by that: the lines of lists and menus are written so.
const OPERABLE =
  `${NATIVE_CONTROLS},summary,[onclick],[tabindex]:not([tabindex^='-']),[contenteditable=''],[contenteditable=true],` +
  "[role=button],[role=link],[role=checkbox],[role=radio],[role=switch],[role=tab],[role=option],[role=menuitem]";

const ITEMS = "[role=tab],[role=option],[role=menuitem],[role=menuitemcheckbox],[role=menuitemradio],[role=treeitem]";

// Whether a link or button is all that an item is: a tab and the link that fills it are one tab, and a click on one is meant for the
// other (jQuery UI's tabs). The item of a list must have its box, too: it may hold a button of another purpose (Ant Design's pages).
/** @param {Element} child @param {Element} item */
const fills = (child, item) =>
  (dom.matches(item, ITEMS) || (dom.matches(item, "li,[role=listitem]") && hasBoxOf(child, item))) &&
  dom.matches(child, "a,button") &&
  collapse(dom.textContent(child) ?? "") === collapse(dom.textContent(item) ?? "");

/** @param {Element} inner @param {Element} outer */
const hasBoxOf = (inner, outer) => {
  const [small, large] = [dom.getBoundingClientRect(inner), dom.getBoundingClientRect(outer)];
  return large.width * large.height <= small.width * small.height * 1.3 + 1;
};

// Whether an element is most of an editor that draws its text itself: the box that scrolls its lines takes the focus in
// CodeMirror 5.
/** @param {Element} element @param {Node} editor */
const isPane = (element, editor) => !dom.matches(element, NATIVE_CONTROLS) && editorAround(element)?.root === editor;

// The part of a slider that takes the focus and the keys in its place: what it says of itself stands around it (Quasar's sliders). One
// with two of them has two values.
/** @param {Element} slider */
const keysPart = (slider) => {
  if (!dom.matches(slider, "[role=slider]:not([tabindex]),[role=spinbutton]:not([tabindex])")) return null;
  if (dom.matches(slider, NATIVE_CONTROLS)) return null;
  const [part, another] = dom.querySelectorAll(slider, OPERABLE);
  return part && !another && dom.matches(part, "[tabindex]:not([role])") && !dom.matches(part, NATIVE_CONTROLS) ? part : null;
};

// What the node that a point hits is to the element that is meant: "itself", "inside" it, a "child" (an operable one
// inside it), its "label", "around" it, or "other".
/** @param {Node} target @param {Maybe<Node>} hit @returns {Relation} */
const relation = (target, hit) => {
  hit = originOf(hit);
  if (hit === target) return "itself";
  /** @type {Element | null} */
  let child = null;
  for (const node of upwards(hit)) {
    if (node === target) {
      if (!child || (isElement(target) && keysPart(target) === child)) return "inside";
      // A link in a label is for itself.
      if (dom.localName(target) === "label") return dom.matches(child, "a[href]") ? "child" : "inside";
      return isElement(target) && fills(child, target) ? "inside" : "child";
    }
    if (dom.localName(node) === "label" && dom.control(node) === target) return "label";
    if (isElement(node) && dom.matches(node, OPERABLE) && !isPane(node, target)) child = node;
  }
  // Light nodes shown in a slot of a closed shadow root do not know of their slot; the slot knows of them.
  for (const slot of dom.querySelectorAll(target, "slot") ?? []) {
    if (dom.assignedNodes(slot, { flatten: true }).some((n) => dom.contains(n, hit ?? null))) return "inside";
  }
  for (const node of upwards(up(target))) if (node === hit) return "around";
  return "other";
};

/** @param {Element} element @param {ScrollLogicalPosition} block */
const bring = (element, block) => {
  dom.scrollIntoView(element, { block, inline: "nearest", behavior: "instant" });
};

const FIELDS =
  "input:not([type=hidden]),select,textarea,[contenteditable=''],[contenteditable=true],[role=combobox],[role=textbox]";

// The box that takes the pointer for a field which lets it through: the first around it that does not, with no other field in it
// (Vuetify's selects).
/** @param {Element} field */
const boxAround = (field) => {
  for (const around of upwards(up(field))) {
    if (!isElement(around) || getComputedStyle(around).pointerEvents === "none") continue;
    const others = [...dom.querySelectorAll(around, FIELDS)].filter(
      (other) => !dom.contains(other, field) && !dom.contains(field, other) && dom.getClientRects(other).length > 0,
    );
    return others.length === 0 && dom.getClientRects(around).length > 0 ? around : null;
  }
  return null;
};

// The host of a component that takes the pointer for the one control in it, which lets it through (Ionic's segments).
/** @param {Element} control */
const hostAround = (control) => {
  const root = dom.getRootNode(control);
  const host = dom.host(root);
  if (!host || getComputedStyle(host).pointerEvents === "none") return null;
  for (let around = up(control); around && around !== root; around = up(around)) {
    if (isElement(around) && getComputedStyle(around).pointerEvents !== "none") return null;
  }
  return dom.querySelectorAll(root, OPERABLE).length === 1 ? host : null;
};

// The most that the box around a combobox may be higher than its input: more than two lines of chosen values are none of its own.
const HIGHEST_BOX = 2.5;

// The box of a combobox that paints its value over its own input (Ant Design's selects): a press on it is for both.
/** @param {Element} field */
const valueOver = (field) => {
  if (dom.localName(field) !== "input" || !dom.matches(field, "[role=combobox],[aria-haspopup=listbox]")) return null;
  const { x, y, width, height } = dom.getBoundingClientRect(field);
  const top = dom.elementFromPoint(dom.getRootNode(field), x + width / 2, y + height / 2);
  if (!top || top === field) return null;
  for (const around of upwards(up(field))) {
    if (!isElement(around)) continue;
    const box = dom.getBoundingClientRect(around);
    if (box.height > HIGHEST_BOX * Math.max(height, 1) || dom.querySelectorAll(around, FIELDS).length > 1) return null;
    if (!dom.contains(around, top)) continue;
    for (const part of upwards(top)) {
      if (part === around) return around;
      if (isElement(part) && dom.matches(part, OPERABLE)) return null;
    }
  }
  return null;
};

// Whether a field is drawn, so that its label is no place of it: what hears a press there is not what hears one in the field.
/** @param {Element} element */
const takesPress = (element) => {
  const box = dom.getBoundingClientRect(element);
  const drawn = box.width > 1 && box.height > 1 && dom.checkVisibility(element, { visibilityProperty: true });
  return drawn && !/^(checkbox|radio|file)$/.test(dom.type(element) ?? "");
};

// What is drawn in place of a control that styling hides: its label, the thumb around a slider (MUI's sliders), the box around an input
// without a size (Element Plus' switch), the box of an editor that draws its text itself. The host of one that lets the pointer through.
/** @param {Element} element */
const standInOf = (element) => {
  if (dom.localName(element) === "input" && dom.type(element) === "range") {
    const box = dom.getBoundingClientRect(element);
    const cutAway = getComputedStyle(element).clip !== "auto" || box.width <= 1 || box.height <= 1;
    const around = dom.parentElement(element);
    return cutAway && around && dom.getClientRects(around).length > 0 ? around : null;
  }
  /** @param {Element} it */
  const passes = (it) => getComputedStyle(it).pointerEvents === "none";
  const label = takesPress(element)
    ? undefined
    : [...(dom.labels(element) ?? [])].find((it) => dom.getClientRects(it).length > 0);
  if (passes(element)) {
    // Bootstrap's buttons of a choice lie on top of each other, below the first of their labels.
    if (label && !passes(label)) return label;
    return dom.matches(element, FIELDS) ? boxAround(element) : hostAround(element);
  }
  const over = valueOver(element);
  if (over) return over;
  if (label) return label;
  if (dom.localName(element) === "input" && /^(checkbox|radio)$/.test(dom.type(element) ?? "")) {
    const around = dom.parentElement(element);
    const box = around && dom.getBoundingClientRect(around);
    return box && box.width > 1 && box.height > 1 ? around : null;
  }
  return takesForEditor(element) ? editorRoot(element) : null;
};

const LISTS = "[role=listbox],[role=option],[role=menu],[role=menuitem],[role=menuitemcheckbox],[role=menuitemradio],[role=tree]";

// Whether a list lies over the middle of an element: what is in it is for a press of its own.
/** @param {Element} element */
const listOver = (element) => {
  const { x, y, width, height } = dom.getBoundingClientRect(element);
  const hit = dom.elementFromPoint(document, x + width / 2, y + height / 2);
  return !!hit && !holds(element, hit) && !!closest(hit, LISTS) && !holds(closest(hit, LISTS) ?? hit, element);
};

give({ listOver, bring, keysPart, relation, standInOf });
