// Selecting text: all of an element, a phrase, or a range of characters. It is selected by script first, which shows whether the page
// lets it be, and then by the mouse or with a key, so that the page hears of it.

const UNREAD = new Set([...NO_TEXT, "TEXTAREA", "OPTION", "TITLE"]);

/** @param {Element} element */
const blockOf = (element) => {
  for (let e = /** @type {Maybe<Element>} */ (element), left = MOST_UP; e && left > 0; e = dom.parentElement(e), left--)
    if (!/^(inline|contents|ruby)/.test(getComputedStyle(e).display)) return e;
  return null;
};

// The text in a tree as a person reads it, and where each character of it is.
/** @param {Node} root */
const readable = (root) => {
  const read = { text: "", nodes: /** @type {Node[]} */ ([]), offsets: /** @type {number[]} */ ([]) };
  /** @param {string} character @param {Node} node @param {number} offset */
  const put = (character, node, offset) => {
    if (character === " " && (read.text === "" || read.text.endsWith(" "))) return;
    read.text += character;
    read.nodes.push(node);
    read.offsets.push(offset);
  };
  const walker = dom.createTreeWalker(document, root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  let last = null;
  let broken = false;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (isElement(node)) {
      broken ||= dom.localName(node) === "br";
      continue;
    }
    const element = dom.parentElement(node) ?? dom.host(dom.parentNode(node));
    if (!element || UNREAD.has(dom.tagName(element)) || !dom.checkVisibility(element, { visibilityProperty: true })) continue;
    const block = blockOf(element);
    if (last !== null && (broken || block !== last)) put(" ", node, 0);
    last = block;
    broken = false;
    const data = dom.data(node);
    for (let at = 0; at < data.length; at++) put(/\s/.test(data[at]) ? " " : data[at], node, at);
  }
  return read;
};

// Where a phrase begins, the `nth` time (from 1); letters' case matters only where it decides. And how often it is there.
/** @param {string} text @param {string} phrase @param {number} nth */
const whereIs = (text, phrase, nth) => {
  /** @param {string} haystack @param {string} needle */
  const all = (haystack, needle) => {
    const found = [];
    for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + 1)) found.push(at);
    return found;
  };
  let found = phrase === "" ? [] : all(text, phrase);
  if (found.length === 0 && phrase !== "" && text.toLowerCase().length === text.length)
    found = all(text.toLowerCase(), phrase.toLowerCase());
  return { at: found[nth - 1] ?? -1, times: found.length };
};

/** @param {string} text @param {TextWanted} what */
const spanOf = (text, what) => {
  if (what.phrase !== undefined) {
    const { at, times } = whereIs(text, what.phrase, what.nth ?? 1);
    return { from: at, to: at + what.phrase.length, times };
  }
  if (what.range) return { from: Math.min(what.range[0], text.length), to: Math.min(what.range[1], text.length), times: 1 };
  return { from: 0, to: text.length, times: 1 };
};

// What was selected last: how to select it, whether it still is, and between which points the mouse would.
/** @type {{ put: () => void, holds: () => boolean, collapse?: () => void, ends?: [Spot, Spot] | null } | null} */
let chosen = null;

/** @param {Node} field */
const selectedIn = (field) => dom.value(field).slice(dom.selectionStart(field) ?? 0, dom.selectionEnd(field) ?? 0);

/** @param {Node} field @param {TextWanted} what */
const selectInField = (field, what) => {
  const { from, to, times } = spanOf(dom.value(field), what);
  if (from < 0) return { times, selected: null, meant: null, length: dom.value(field).length };
  if (dom.selectionStart(field) === null && (from > 0 || to < dom.value(field).length))
    return { times, selected: null, meant: null, unsupported: true };
  const put = () => (dom.selectionStart(field) === null ? dom.select(field) : dom.setSelectionRange(field, from, to));
  put();
  chosen = { put, holds: () => dom.selectionStart(field) === null || selectedIn(field) === dom.value(field).slice(from, to) };
  return { times, selected: dom.value(field).slice(from, to), meant: null, length: dom.value(field).length };
};

/** @param {Node} root @param {TextWanted} what @returns {TextSelected} */
const selectText = (root, what) => {
  if (what.tree) root = dom.getRootNode(root);
  if (dom.localName(root) === "textarea" || (dom.localName(root) === "input" && typeof dom.value(root) === "string"))
    return selectInField(root, what);
  const read = readable(dom.nodeType(root) === Node.DOCUMENT_NODE ? (dom.body(root) ?? root) : root);
  const text = read.text.trimEnd();
  const wanted = what.phrase === undefined ? what : { ...what, phrase: collapse(what.phrase) };
  const { from, to, times } = spanOf(text, wanted);
  if (from < 0 || to <= from) return { times, selected: null, meant: null, length: text.length };
  const [first, last] = [read.nodes[from], read.nodes[to - 1]];
  // A press of the mouse on text takes the focus from a field.
  const editable = dom.closest(dom.parentElement(first), "[contenteditable]");
  if (!editable || !active(editable)) {
    window.focus();
    if (dom.activeElement(document) && dom.activeElement(document) !== dom.body(document)) dom.blur(dom.activeElement(document));
  }
  dom.scrollIntoView(dom.parentElement(first), { block: "nearest", inline: "nearest", behavior: "instant" });
  const selection = textSelection();
  const [begin, end] = [read.offsets[from], read.offsets[to - 1] + 1];
  const put = () => selection.setBaseAndExtent(first, begin, last, end);
  put();
  const selected = collapse(selection.toString());
  const meant = collapse(text.slice(from, to));
  chosen = {
    put,
    holds: () => collapse(selection.toString()) === meant,
    collapse: () => selection.collapse(first, begin),
    ends: endsOf(first, begin, last, end),
  };
  return { times, selected, meant, length: text.length };
};

// A press in these does more than to put the caret.
const PRESSED = `${NATIVE_CONTROLS},summary,label,[onclick],[role=button],[role=link],[role=tab],[role=option],[role=menuitem],[draggable=true]`;

// The points between which the mouse selects: on the first character and on the last, where both can be seen, and where a press does
// nothing else.
/** @param {Node} first @param {number} begin @param {Node} last @param {number} end @returns {[Spot, Spot] | null} */
const endsOf = (first, begin, last, end) => {
  /** @param {Node} node @param {number} offset @param {boolean} after @returns {Spot | null} */
  const edge = (node, offset, after) => {
    const parent = dom.parentElement(node);
    const range = dom.createRange(document);
    range.setStart(node, offset);
    range.setEnd(node, offset + 1);
    const box = dom.getClientRects(range)[0];
    if (!parent || !box || closest(parent, PRESSED)) return null;
    const style = getComputedStyle(parent);
    const right = (style.direction === "rtl") !== after;
    const inset = Math.min(1, box.width / 4);
    const [x, y] = [right ? box.right - inset : box.left + inset, box.top + box.height / 2];
    const hit = dom.elementFromPoint(dom.getRootNode(node), x, y);
    const free = !!hit && (dom.contains(hit, node) || dom.contains(blockOf(parent), hit)) && style.cursor !== "pointer";
    return free ? [x, y] : null;
  };
  const [from, to] = [edge(first, begin, false), edge(last, end - 1, true)];
  if (!from || !to) return null;
  const [left, top] = outerOffset();
  return [
    [from[0] + left, from[1] + top],
    [to[0] + left, to[1] + top],
  ];
};

// Makes ready for the mouse: a press on text that is selected would drag it. The points, where the mouse can select it.
/** @param {Node} _node @returns {[Spot, Spot] | null} */
const beginSelecting = (_node) => {
  if (!chosen?.ends) return null;
  chosen.collapse?.();
  return chosen.ends;
};

// Whether it is selected; `mend` selects it once more where the mouse selected another part.
/** @param {Node} _node @param {boolean} mend */
const isSelected = (_node, mend) => {
  if (!chosen) return false;
  if (!chosen.holds() && mend) {
    chosen.put();
    return false;
  }
  return chosen.holds();
};

give({ beginSelecting, isSelected, selectText });
