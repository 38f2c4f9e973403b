// Texts outside of those places that come and go by themselves: what no observation showed, a person may have seen.
// Whether one did show it is for Rust to know.

const PASSING_MS = 15000; // a text that goes within this time was passing
const LONGEST_PASSING = 200;
const MOST_PASSING = 100;
const MOST_ALIKE = 2000; // elements that are looked at for the same text
const MOST_BESIDE = 8; // controls that stand beside a message
const MOST_CONTROLS = 2; // a menu that opens and closes is no message
const CONTROLS = "a[href],button,input,select,textarea,[tabindex],[role=menuitem],[role=option],[role=tab]";
const REVEALING = /^(show|shown|visible|is-visible|is-shown|displayed)$/;
let fleeting = []; // {node, text, at, seen: since when it can be seen}

const inPlace = (node) => messagePlaces.size > 0 && [...messagePlaces.keys()].some((place) => place.contains(node) || node.contains(place));
const elementOf = (node) => (node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement);

// A calendar, a list: what stands in it is no message, also where it has none of its many controls.
const isWidget = (element) =>
  !!element && element !== document.body && element.textContent.length < MOST_TEXT && element.querySelectorAll(CONTROLS).length > MOST_BESIDE;

const mayPass = (node) => {
  const element = elementOf(node);
  if (!element || /^(SCRIPT|STYLE|TEMPLATE|NOSCRIPT|OPTION|TITLE|TD|TH|TR)$/i.test(element.tagName)) return false;
  const length = node.textContent.length;
  if (length === 0 || length > 2 * LONGEST_PASSING || element.isContentEditable) return false;
  if (element.closest(NO_TOAST) || isPrivate(element) || obscured(element) || isWidget(node.parentElement)) return false;
  return node.nodeType !== Node.ELEMENT_NODE || (!node.matches(NO_TOAST) && !node.querySelector(LIST) && [...node.querySelectorAll(CONTROLS)].length <= MOST_CONTROLS);
};

const appeared = (node, now) => {
  if (node.nodeType !== Node.ELEMENT_NODE && node.nodeType !== Node.TEXT_NODE) return;
  if (fleeting.length >= MOST_PASSING || !mayPass(node) || inPlace(node)) return;
  const text = collapse(node.textContent);
  if (text && text.length <= LONGEST_PASSING && /[\p{L}\p{N}]{2}/u.test(text)) fleeting.push({ node, text, at: now, seen: 0 });
};

// An attribute that hid it is gone.
const revealed = (record, now) => {
  const { target, attributeName: name, oldValue } = record;
  const hidden = {
    hidden: () => oldValue !== null && !target.hasAttribute("hidden"),
    "aria-hidden": () => oldValue === "true" && target.getAttribute(name) !== "true",
    style: () => /display:\s*none|visibility:\s*hidden|opacity:\s*0(\D|$)/.test(oldValue ?? "") && target.getAttribute(name) !== oldValue,
    class: () => [...target.classList].some((word) => REVEALING.test(word) && !(oldValue ?? "").split(/\s+/).includes(word)),
  }[name];
  if (hidden?.() && !fleeting.some((known) => known.node === target)) appeared(target, now);
};

// What can still be read elsewhere in a thing of its kind was a copy of that: what a drag carries, a row on its way.
const isCopy = (node, text) => {
  const name = node.nodeType === Node.ELEMENT_NODE ? node.localName : "";
  if (!name || node.matches(PLACES)) return false;
  const alike = [...document.getElementsByTagName(name)].slice(0, MOST_ALIKE);
  return alike.some((e) => e !== node && e.textContent.length < 2 * LONGEST_PASSING && collapse(e.textContent) === text && shown(e));
};

const passed = ({ node, text, at, seen }, now) => {
  if (!seen || now - seen < 30 || isCopy(node, text)) return;
  const element = elementOf(node);
  tell({ said: nextSaying++, place: -1, passing: true, start: isStart(at), text, age: now - at, role: "", classes: [], colours: [], invalid: false, ...(element?.isConnected && evidence(element)) });
};

// Removed, with nothing in its place: a person saw it go. What is drawn anew is no message; the diff tells of it.
const removed = (node, replaced, now) => {
  fleeting = fleeting.filter((known) => {
    if (known.node !== node && !node.contains(known.node)) return true;
    if (!replaced && known.node === node) passed(known, now);
    return false;
  });
};

const watchFleeting = (now) => {
  fleeting = fleeting.filter((known) => {
    if (now - known.at > PASSING_MS) return false;
    const element = elementOf(known.node);
    const visible = !!element && shown(element);
    if (visible && !known.seen) known.seen = known.at;
    if (visible || !known.seen) return true;
    // Hidden where it is. What was taken out of the page is told of by `removed`.
    if (known.node.isConnected) passed(known, now);
    return false;
  });
};
