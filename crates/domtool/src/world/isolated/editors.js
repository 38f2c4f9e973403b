// Editors that draw their text themselves, and take it by a field that nobody sees (code editors, terminals).

const TAKERS = "textarea,[contenteditable=''],[contenteditable=true],[contenteditable=plaintext-only],[role=textbox]";
const MOST_AROUND = 6;

// Whether a field is drawn and yet nothing of it can be seen: a speck, cut off, without colour, or under what is drawn.
/** @param {Element} field @param {Element} root */
const unseen = (field, root) => {
  if (dom.getClientRects(field).length === 0 || !dom.checkVisibility(field, { visibilityProperty: true })) return false;
  for (const node of upwards(field)) {
    if (node === root) break;
    if (!isElement(node)) continue;
    const box = dom.getBoundingClientRect(node);
    const style = getComputedStyle(node);
    const speck = box.width <= 4 || box.height <= 4;
    if (node === field && Number(style.zIndex) < 0) return true;
    if (Number(style.opacity) === 0 || (speck && (node === field || style.overflow !== "visible"))) return true;
  }
  return false;
};

// Whether a field is for input methods alone: neither readers of screens nor the Tab key come to it (Monaco).
/** @param {Element} field */
const isHelper = (field) => dom.tabIndex(field) < 0 && dom.getAttribute(field, "aria-hidden") === "true";

// Whether it is in a box that floats over the rest: the search bars of editors.
/** @param {Element} field @param {Element} root */
const floats = (field, root) => {
  for (const node of upwards(field)) {
    if (node === root) return false;
    if (isElement(node) && /^(absolute|fixed)$/.test(getComputedStyle(node).position)) return true;
  }
  return false;
};

/** @param {Element} element */
const area = (element) => {
  const box = dom.getBoundingClientRect(element);
  return box.width * box.height;
};

// The editor that an element is, is most of, or is the unseen field of: its root, and the field that takes the text.
/** @param {Element} element */
const editorAround = (element) => {
  /** @type {Maybe<Node>} */
  let around = element;
  for (let left = MOST_AROUND; around && around !== dom.body(document) && left > 0; left--, around = up(around)) {
    if (!isElement(around)) continue;
    const root = around;
    const takers = drawnIn(root).filter((e) => dom.matches(e, TAKERS) && !dom.disabled(e));
    const taker = takers.find((e) => unseen(e, root) && dom.tabIndex(e) >= 0);
    const box = dom.getBoundingClientRect(root);
    const large = box.width >= 20 && box.height >= 10 && (area(element) >= area(root) / 2 || dom.matches(element, TAKERS));
    if (taker && large) {
      // With fields beside it that can be seen, it is a form.
      const others = drawnIn(root).some(
        (e) =>
          dom.matches(e, "input:not([type=hidden]),select,textarea") &&
          e !== element &&
          e !== taker &&
          onScreen(e) &&
          !unseen(e, root) &&
          !isHelper(e) &&
          !floats(e, root),
      );
      return others ? null : { root, taker };
    }
  }
  return null;
};

/** @param {Element} element */
const editorRoot = (element) => editorAround(element)?.root ?? null;
/** @param {Element} element */
const editorTaker = (element) => editorAround(element)?.taker ?? null;
/** @param {Element} element */
const inEditor = (element) => editorAround(element) !== null;

// Whether an element is the unseen field that takes the text of an editor.
/** @param {Element} element */
const takesForEditor = (element) => editorAround(element)?.taker === element;

give({ editorRoot, editorTaker, inEditor, takesForEditor });
