// Texts outside of those places that come and go by themselves: what no observation showed, a person may have seen.
// Whether one did show it is for Rust to know.

const PASSING_MS = 15000; // a text that goes within this time was passing
const LONGEST_PASSING = 200;
const MOST_PASSING = 100;
const MOST_ALIKE = 2000; // elements that are looked at for the same text
const MOST_BESIDE = 8; // controls that stand beside a message
const MOST_CONTROLS = 2; // a menu that opens and closes is no message
const CONTROLS = "a[href],button,input,select,textarea,[tabindex],[role=menuitem],[role=option],[role=tab]";
const NO_MESSAGE = new Set([...NO_TEXT, "OPTION", "TITLE", "TD", "TH", "TR"]);
const REVEALING = /^(show|shown|visible|is-visible|is-shown|displayed)$/;
const HIDING = /^(hidden|hide|is-hidden|d-none|invisible|opacity-0)$/;
/** @type {Fleeting[]} */
let fleeting = [];

/** @param {Node} node */
const inPlace = (node) =>
  messagePlaces.size > 0 && [...messagePlaces.keys()].some((place) => dom.contains(place, node) || dom.contains(node, place));
/** @param {Node} node */
const elementOf = (node) => (isElement(node) ? node : dom.parentElement(node));

// A calendar, a list: what stands in it is no message, also where it has none of its many controls.
/** @param {Maybe<Element>} element */
const isWidget = (element) =>
  !!element &&
  element !== dom.body(document) &&
  dom.textContent(element).length < MOST_TEXT &&
  dom.querySelectorAll(element, CONTROLS).length > MOST_BESIDE;

// What an element says that keeps its text in a shadow tree of its own is there.
/** @param {Node} node */
const textIn = (node) => dom.textContent(node) || dom.textContent(dom.shadowRoot(node)) || "";

// Through shadow trees.
/** @param {Node} node @param {Node} inner */
const holds = (node, inner) => {
  for (const around of upwards(inner)) if (around === node) return true;
  return false;
};

/** @param {Node} node */
const mayPass = (node) => {
  const element = elementOf(node);
  if (!element || NO_MESSAGE.has(dom.tagName(element).toUpperCase())) return false;
  const length = textIn(node).length;
  if (length === 0 || length > 2 * LONGEST_PASSING || dom.isContentEditable(element)) return false;
  if (dom.closest(element, NO_TOAST) || isPrivate(element) || obscured(element) || isWidget(dom.parentElement(node)))
    return false;
  return (
    !isElement(node) ||
    (!dom.matches(node, NO_TOAST) &&
      !dom.querySelector(node, LIST) &&
      [...dom.querySelectorAll(node, CONTROLS)].length <= MOST_CONTROLS)
  );
};

/** @param {Node} node @param {number} now */
const appeared = (node, now) => {
  if (!isElement(node) && dom.nodeType(node) !== Node.TEXT_NODE) return;
  if (fleeting.length >= MOST_PASSING || !mayPass(node) || inPlace(node)) return;
  const text = collapse(textIn(node));
  if (text && text.length <= LONGEST_PASSING && /[\p{L}\p{N}]{2}/u.test(text)) fleeting.push({ node, text, at: now, seen: 0 });
};

// An attribute that hid it is gone.
/** @param {MutationRecord} record @param {number} now */
const revealed = (record, now) => {
  const { target, attributeName: name, oldValue } = record;
  if (name === null) return;
  /** @type {Record<string, () => boolean>} */
  const revealing = {
    hidden: () => oldValue !== null && !dom.hasAttribute(target, "hidden"),
    "aria-hidden": () => oldValue === "true" && dom.getAttribute(target, name) !== "true",
    style: () =>
      /display:\s*none|visibility:\s*hidden|opacity:\s*0(\D|$)/.test(oldValue ?? "") &&
      dom.getAttribute(target, name) !== oldValue,
    class: () => {
      const [before, now] = [(oldValue ?? "").split(/\s+/), [...dom.classList(target)]];
      const came = now.some((word) => REVEALING.test(word) && !before.includes(word));
      return came || before.some((word) => HIDING.test(word) && !now.includes(word));
    },
  };
  const hidden = revealing[name];
  if (hidden?.() && !fleeting.some((known) => known.node === target)) appeared(target, now);
};

// What can still be read elsewhere in a thing of its kind was a copy of that: what a drag carries, a row on its way.
/** @param {Node} node @param {string} text */
const isCopy = (node, text) => {
  const name = isElement(node) ? dom.localName(node) : "";
  if (!name || dom.matches(node, PLACES)) return false;
  const alike = [...dom.getElementsByTagName(document, name)].slice(0, MOST_ALIKE);
  return alike.some(
    (e) => e !== node && dom.textContent(e).length < 2 * LONGEST_PASSING && collapse(dom.textContent(e)) === text && shown(e),
  );
};

/** @param {Fleeting} known @param {number} now */
const passed = ({ node, text, at, seen }, now) => {
  if (!seen || now - seen < 30 || isCopy(node, text)) return;
  const element = elementOf(node);
  tell({
    said: nextAnnouncement++,
    passing: true,
    start: isStart(at),
    text,
    age: now - at,
    role: "",
    classes: [],
    colours: [],
    invalid: false,
    ...(element && dom.isConnected(element) && evidence(element)),
  });
};

// It is the message, or the element whose shadow root shows nothing but that.
/** @param {Node} node @param {Node} message */
const isMessage = (node, message) => node === message || dom.host(dom.parentNode(message)) === node;

// Removed, with nothing in its place: a person saw it go. What is drawn anew is no message; the diff tells of it.
/** @param {Node} node @param {boolean} replaced @param {number} now */
const removed = (node, replaced, now) => {
  fleeting = fleeting.filter((known) => {
    if (known.node !== node && !holds(node, known.node)) return true;
    if (!replaced && isMessage(node, known.node)) passed(known, now);
    return false;
  });
};

/** @param {number} now */
const watchFleeting = (now) => {
  fleeting = fleeting.filter((known) => {
    if (now - known.at > PASSING_MS) return false;
    const element = elementOf(known.node);
    const visible = !!element && shown(element);
    if (visible && !known.seen) known.seen = known.at;
    if (visible || !known.seen) return true;
    // Hidden where it is. What was taken out of the page is told of by `removed`.
    if (dom.isConnected(known.node)) passed(known, now);
    return false;
  });
};
