// Selecting text: all of an element, a phrase, or a range of characters.

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
  const walker = dom.createTreeWalker(document, root, NodeFilter.SHOW_TEXT);
  let last = null;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = dom.parentElement(node) ?? dom.host(dom.parentNode(node));
    if (!element || UNREAD.has(dom.tagName(element)) || !dom.checkVisibility(element, { visibilityProperty: true })) continue;
    const block = blockOf(element);
    if (last !== null && block !== last) put(" ", node, 0);
    last = block;
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

/** @param {Node} field @param {TextWanted} what */
const selectInField = (field, what) => {
  const { from, to, times } = spanOf(dom.value(field), what);
  if (from < 0) return { times, selected: null, meant: null, length: dom.value(field).length };
  if (dom.selectionStart(field) === null && (from > 0 || to < dom.value(field).length))
    return { times, selected: null, meant: null, unsupported: true };
  if (dom.selectionStart(field) === null) dom.select(field);
  else dom.setSelectionRange(field, from, to);
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
  selection.setBaseAndExtent(first, read.offsets[from], last, read.offsets[to - 1] + 1);
  const selected = collapse(selection.toString());
  return { times, selected, meant: collapse(text.slice(from, to)), length: text.length };
};

give({ selectText });
