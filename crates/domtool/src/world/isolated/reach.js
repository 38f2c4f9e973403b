// Whether a press can reach an element: at rest, in view, and not under something else.

// Waits until the element has the same box in two frames running, at most `ms`.
/** @param {Element} element @param {number} ms */
const steady = async (element, ms) => {
  const end = performance.now() + ms;
  const read = () => {
    const b = dom.getBoundingClientRect(element);
    return [b.x, b.y, b.width, b.height];
  };
  let last = read();
  for (;;) {
    await frame();
    const now = read();
    if (now.every((v, i) => v === last[i])) return true;
    if (performance.now() > end) return false;
    last = now;
  }
};

const OPERABLE =
  `${NATIVE_CONTROLS},summary,[onclick],[tabindex],[contenteditable=''],[contenteditable=true],` +
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
      if (!child) return "inside";
      return dom.localName(target) === "label" || (isElement(target) && fills(child, target)) ? "inside" : "child";
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

// Whether a node, or something around it, moves, is being animated, or is on its way out.
/** @param {Node} node */
const passing = async (node) => {
  const real = originOf(node);
  const element = isElement(real) ? real : dom.parentElement(real);
  if (!element) return true;
  const before = dom.getBoundingClientRect(element);
  for (const animation of dom.getAnimations(document)) {
    const { effect, playState } = animation;
    const target = effect?.target;
    if (playState !== "running" || !target || !Number.isFinite(endOf(animation))) continue;
    for (const n of upwards(real)) if (n === target) return true;
  }
  await frame();
  if (!dom.isConnected(element)) return true;
  const now = dom.getBoundingClientRect(element);
  return now.x !== before.x || now.y !== before.y || now.width !== before.width || now.height !== before.height;
};

// Of a keyframe `offset` is its time; the property of that name is `cssOffset` there (Web Animations, "property name conversion").
const MOVES =
  /^(left|top|right|bottom|inset|margin|padding|transform|translate|rotate|scale|offset[-A-Z]|cssOffset|width|height|min[-A-Z]|max[-A-Z]|flex|gap)/;

// Whether an element, or what it is in, is being moved and will come to rest. Colours and shadows move nothing.
/** @param {Element} element */
const drifting = (element) => {
  for (const node of upwards(element)) {
    for (const animation of dom.getAnimations(node) ?? []) {
      if (animation.playState !== "running" || !Number.isFinite(endOf(animation))) continue;
      const properties = animation.transitionProperty
        ? [animation.transitionProperty]
        : (animation.effect?.getKeyframes() ?? []).flatMap(Object.keys);
      if (isElement(node) && properties.some((name) => MOVES.test(name))) return true;
    }
  }
  return false;
};

// Whether what covers stays where it is while the page scrolls under it, and leaves room beside it.
/** @param {Node} node */
const pinned = (node) => {
  for (const around of upwards(originOf(node))) {
    if (!isElement(around) || !/fixed|sticky/.test(getComputedStyle(around).position)) continue;
    const box = dom.getBoundingClientRect(around);
    return box.width * box.height < (innerWidth * innerHeight) / 2;
  }
  return false;
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

// What is drawn in place of a control that styling hides: its label, the thumb around a slider (MUI's sliders), the box around an input
// without a size (Element Plus' switch), the box of an editor that draws its text itself.
/** @param {Element} element */
const standInOf = (element) => {
  if (dom.localName(element) === "input" && dom.type(element) === "range") {
    const box = dom.getBoundingClientRect(element);
    const cutAway = getComputedStyle(element).clip !== "auto" || box.width <= 1 || box.height <= 1;
    const around = dom.parentElement(element);
    return cutAway && around && dom.getClientRects(around).length > 0 ? around : null;
  }
  if (getComputedStyle(element).pointerEvents === "none") return dom.matches(element, FIELDS) ? boxAround(element) : null;
  for (const label of dom.labels(element) ?? []) if (dom.getClientRects(label).length > 0) return label;
  if (dom.localName(element) === "input" && /^(checkbox|radio)$/.test(dom.type(element) ?? "")) {
    const around = dom.parentElement(element);
    const box = around && dom.getBoundingClientRect(around);
    return box && box.width > 1 && box.height > 1 ? around : null;
  }
  return takesForEditor(element) ? editorRoot(element) : null;
};

give({ bring, drifting, passing, pinned, relation, standInOf, steady });
