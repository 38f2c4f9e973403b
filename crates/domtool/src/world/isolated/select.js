// Selecting text: all of an element, a phrase, or a range of characters.

const UNREAD = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "TEXTAREA", "OPTION", "TITLE"]);

const blockOf = (element) => {
  for (let e = element; e; e = e.parentElement) if (!/^(inline|contents|ruby)/.test(getComputedStyle(e).display)) return e;
  return null;
};

// The text in a tree as a person reads it, and where each character of it is.
const readable = (root) => {
  const read = { text: "", nodes: [], offsets: [] };
  const put = (character, node, offset) => {
    if (character === " " && (read.text === "" || read.text.endsWith(" "))) return;
    read.text += character;
    read.nodes.push(node);
    read.offsets.push(offset);
  };
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let last = null;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement ?? node.parentNode.host;
    if (!element || UNREAD.has(element.tagName) || !element.checkVisibility({ visibilityProperty: true })) continue;
    const block = blockOf(element);
    if (last !== null && block !== last) put(" ", node, 0);
    last = block;
    const data = node.data;
    for (let at = 0; at < data.length; at++) put(/\s/.test(data[at]) ? " " : data[at], node, at);
  }
  return read;
};

// Where a phrase begins, the `nth` time (from 1); letters' case matters only where it decides. And how often it is there.
const whereIs = (text, phrase, nth) => {
  const all = (haystack, needle) => {
    const found = [];
    for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + 1)) found.push(at);
    return found;
  };
  let found = phrase === "" ? [] : all(text, phrase);
  if (found.length === 0 && phrase !== "" && text.toLowerCase().length === text.length) found = all(text.toLowerCase(), phrase.toLowerCase());
  return { at: found[nth - 1] ?? -1, times: found.length };
};

const spanOf = (text, what) => {
  if (what.phrase !== undefined) {
    const { at, times } = whereIs(text, what.phrase, what.nth ?? 1);
    return { from: at, to: at + what.phrase.length, times };
  }
  if (what.range) return { from: Math.min(what.range[0], text.length), to: Math.min(what.range[1], text.length), times: 1 };
  return { from: 0, to: text.length, times: 1 };
};

const selectInField = (field, what) => {
  const { from, to, times } = spanOf(field.value, what);
  if (from < 0) return { times, selected: null, length: field.value.length };
  if (field.selectionStart === null && (from > 0 || to < field.value.length)) return { times, selected: null, unsupported: true };
  if (field.selectionStart === null) field.select();
  else field.setSelectionRange(from, to);
  return { times, selected: field.value.slice(from, to), length: field.value.length };
};

const selectText = (root, what) => {
  if (what.tree) root = root.getRootNode();
  if (root.localName === "textarea" || (root.localName === "input" && typeof root.value === "string")) return selectInField(root, what);
  const read = readable(root.nodeType === Node.DOCUMENT_NODE ? (root.body ?? root) : root);
  const text = read.text.trimEnd();
  const wanted = what.phrase === undefined ? what : { ...what, phrase: collapse(what.phrase) };
  const { from, to, times } = spanOf(text, wanted);
  if (from < 0 || to <= from) return { times, selected: null, length: text.length };
  const [first, last] = [read.nodes[from], read.nodes[to - 1]];
  // A press of the mouse on text takes the focus from a field.
  const editable = first.parentElement?.closest("[contenteditable]");
  if (!editable || !active(editable)) {
    window.focus();
    if (document.activeElement && document.activeElement !== document.body) document.activeElement.blur();
  }
  first.parentElement?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  getSelection().setBaseAndExtent(first, read.offsets[from], last, read.offsets[to - 1] + 1);
  const selected = collapse(getSelection().toString());
  return { times, selected, meant: collapse(text.slice(from, to)), length: text.length };
};

Object.assign(domtool, { selectText });
