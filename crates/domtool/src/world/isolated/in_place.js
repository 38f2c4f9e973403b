// What changes in place and changes again: "Copied!" on a button for a second, a key of a game that lights up. A diff tells what is
// there at the end; what was there meanwhile is told here, in order.

const MOST_CHANGING = 100;
const MOST_OF_ONE = 3; // texts of one element that are told for one action
const LEAST_SEEN_MS = 30;
const LOOKED_AFTER_MS = 100;
const LONGEST_CHANGING = 80; // characters
const NAMING = ["aria-label", "title", "alt"];
/** @type {Record<string, string>} */
const TOGGLED = { "aria-pressed": "pressed", "aria-selected": "selected", "aria-checked": "checked", "aria-current": "current" };
const NO_CHANGING = "time,[role=timer],[role=marquee],[role=progressbar],[role=log],[role=row]";
const PRESSED_MS = 500; // what lights up this long after a press does so by itself, and may go on through the next action
/** @type {Changing[]} */
let changing = [];
const MOST_ALONE = 4; // so many changes while nobody acts are those of what blinks by itself
/** @type {WeakMap<Element, number>} */
const changedAlone = new WeakMap(); // how often what may flash changed long after all actions

// What lights up, or stands for a moment, is told also where it does so through several actions.
const keepFlashes = () => {
  changing = changing.filter(({ alone }) => alone);
};

// What a state is without its attribute.
/** @param {string} slot */
const off = (slot) => (slot in TOGGLED ? "false" : "");

/** @param {Element} element */
const nameOf = (element) =>
  collapse(dom.getAttribute(element, "aria-label") || dom.textContent(element)).slice(0, 40) || `#${dom.id(element)}`;

/** @param {Element} element */
const coloursOf = (element) => {
  const { backgroundColor, color, borderTopColor, boxShadow, filter } = getComputedStyle(element);
  return [backgroundColor, color, borderTopColor, boxShadow, filter].join();
};

// Numbers, signs and spaces aside: a count of what is done says the same each time.
/** @param {string} text */
const wordsOf = (text) => text.replace(/[^\p{L}]+/gu, " ").trim();

// A line that runs by has the same letters, from another one on.
/** @param {string} text @param {string} other */
const isTurned = (text, other) => {
  const [one, two] = [text, other].map((each) => each.replace(/\s/g, ""));
  return one.length === two.length && (one + one).includes(two);
};

// Whether a text stood there by itself: no number that counts, no text that is being typed.
/** @param {string} text @param {string} other */
const isOther = (text, other) =>
  wordsOf(text) !== wordsOf(other) && !(other && (text.startsWith(other) || other.startsWith(text))) && !isTurned(text, other);

/** @param {string} text @param {number} at @param {number} now */
const stood = (text, at, now) =>
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
  });

/** @param {Element} element */
const mayChange = (element) =>
  !NO_MESSAGE.has(dom.tagName(element).toUpperCase()) &&
  !dom.closest(element, NO_CHANGING) &&
  !dom.isContentEditable(element) &&
  !isPrivate(element) &&
  !obscured(element) &&
  !inPlace(element);

/** @param {Element} element @param {string} slot @param {string} before @param {string} text @param {number} now */
const noteChange = (element, slot, before, text, now) => {
  if (before === text) return;
  const known = changing.find((each) => each.element === element && each.aspect === slot);
  if (!known) {
    const flashes = slot === "class" || slot in TOGGLED;
    const idle = marked === null && now - lastMarked >= PASSING_MS;
    const alone = changedAlone.get(element) ?? 0;
    if (flashes && idle && actedOn) changedAlone.set(element, alone + 1);
    const fresh = flashes ? !idle && alone < MOST_ALONE : marked !== null;
    const late = flashes && now - lastMarked > PRESSED_MS;
    if (fresh && changing.length < MOST_CHANGING && mayChange(element))
      changing.push({ element, aspect: slot, first: before, latest: text, at: now, told: 0, look: "", back: 0, alone: late });
    return;
  }
  const { first, latest: last, at } = known;
  const seen = now - at >= LEAST_SEEN_MS && dom.isConnected(element) && shown(element);
  known.latest = text;
  known.at = now;
  if (slot === "class") {
    known.back = text === first ? now : 0;
    if (known.back) known.at = at;
    return;
  }
  if (text === first) changing = changing.filter((each) => each !== known);
  if (!seen || known.told >= MOST_OF_ONE) return;
  known.told++;
  if (slot in TOGGLED) {
    if (text === first && first === "false") stood(`${nameOf(element)} was ${TOGGLED[slot]}`, at, now);
  } else if (last.length <= LONGEST_CHANGING && /\p{L}{2}/u.test(last) && isOther(last, text) && wordsOf(last) !== wordsOf(first))
    stood(last, at, now);
};

// What a person reads of a node as a text: nothing of a comment, which frameworks leave in the place of what is not there, nor of controls
// and lists, which say nothing by standing one after the other.
/** @param {Node} node */
const readOf = (node) =>
  dom.nodeType(node) === Node.COMMENT_NODE ||
  dom.matches(node, `${CONTROLS},${LIST}`) ||
  dom.querySelector(node, `${CONTROLS},${LIST}`)
    ? ""
    : (dom.textContent(node) ?? "");

// The texts that one batch of changes took out of an element, and put into it.
/** @param {MutationRecord[]} records @param {number} now @param {(record: MutationRecord) => boolean} own */
const noteInPlace = (records, now, own) => {
  /** @type {Map<Element, { before: string | null, latest: string }>} */
  const texts = new Map();
  for (const record of records) {
    const { target, type, attributeName: name, oldValue } = record;
    if (own(record) && !changing.some(({ element, alone }) => alone && element === target)) continue;
    if (dom.nodeType(target) === Node.COMMENT_NODE) continue;
    if (type === "characterData") {
      const element = dom.parentElement(target);
      if (element && !texts.has(element)) texts.set(element, { before: oldValue ?? "", latest: dom.data(target) ?? "" });
    } else if (type === "childList" && isElement(target)) {
      const text = (/** @type {NodeList} */ nodes) => [...nodes].map(readOf).join("");
      const known = texts.get(target) ?? { before: null, latest: "" };
      if (record.removedNodes.length > 0) known.before = (known.before ?? "") + text(record.removedNodes);
      for (const node of record.addedNodes) if (dom.isConnected(node)) known.latest += readOf(node);
      texts.set(target, known);
    } else if (name !== null && isElement(target)) {
      const value = dom.getAttribute(target, name) ?? "";
      if (NAMING.includes(name)) noteChange(target, name, oldValue ?? "", value, now);
      else if ((name in TOGGLED || name === "class") && !dom.matches(target, ":hover") && isSmall(target))
        noteChange(target, name, oldValue || off(name), value || off(name), now);
    }
  }
  for (const [element, { before, latest: text }] of texts)
    if (before?.trim() && text.trim()) noteChange(element, "", collapse(before), collapse(text), now);
};

const MOST_PICTURES = 20;
const TURNS = 2; // so often while nobody acts is a row of pictures that goes on by itself; once is one that came late
/** @type {WeakMap<Element, number>} */
const turnedAlone = new WeakMap(); // how often a picture was replaced while nobody acted
/** @type {Map<Element, string>} */
let pictures = new Map(); // what was replaced since the action began, and what stood there before

// A picture that shows another one: no text of the page says so.
/** @param {MutationRecord} record @param {boolean} own it does so by itself */
const notePicture = ({ target, attributeName: name, oldValue }, own) => {
  if (!isElement(target) || dom.localName(target) !== "img" || !oldValue || !/^src(set)?$/.test(name ?? "")) return;
  const turned = turnedAlone.get(target) ?? 0;
  if (marked === null) {
    if (performance.now() - unmarked > AMBIENT_MS) turnedAlone.set(target, turned + 1);
  } else if (!own && turned < TURNS && !pictures.has(target) && pictures.size < MOST_PICTURES)
    pictures.set(target, `${name} ${oldValue}`);
};

// The names of those that can be seen in the view, and are not back at what they were.
const newPictures = () =>
  [...pictures]
    .filter(([element, before]) => {
      const [, name = "", old] = /^(\S+) (.*)$/s.exec(before) ?? [];
      const { top, bottom, left, right } = dom.getBoundingClientRect(element);
      const inView = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth && bottom - top > 1 && right - left > 1;
      return inView && dom.getAttribute(element, name) !== old && shown(element) && !isPrivate(element) && !obscured(element);
    })
    .map(([element]) =>
      collapse(dom.getAttribute(element, "alt") ?? dom.getAttribute(element, "aria-label") ?? "").slice(0, LONGEST_CHANGING),
    );

/** @param {Element} element */
const isSmall = (element) =>
  dom.textContent(element).length <= LONGEST_PASSING && dom.querySelectorAll(element, CONTROLS).length <= MOST_CONTROLS;

// A class that came and went was seen where it changed colours.
/** @param {number} now */
const watchLooks = (now) => {
  changing = changing.filter((known) => {
    const { element, aspect, at, look, back } = known;
    if (now - at > PASSING_MS) return false;
    if (aspect !== "class") return true;
    if (!back) {
      known.look ||= shown(element) ? coloursOf(element) : "";
      return true;
    }
    if (!look || !dom.isConnected(element)) return false;
    const changed = coloursOf(element) !== look;
    if (changed) stood(`${nameOf(element)} flashed`, at, now);
    // The colours may take a moment to go back.
    return !changed && now - back < LOOKED_AFTER_MS;
  });
};
