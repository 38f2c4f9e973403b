// How much of what changes an action caused, and whether it has come to rest.

const AMBIENT_MS = 1500; // what changed this shortly before an action is the page's own ticking
const touched = new WeakMap(); // node -> when it last changed by itself
let lastTouched = -Infinity; // when any did
/** @type {WeakMap<Node, { at: number, times: number }>} */
const retold = new WeakMap(); // node -> when its text last changed in place, and how often in a row
const TICKS = 3; // so often in a row, each shortly after the one before and long after all actions, is ticking
/** @type {number | null} */
let marked = null; // when the action began
let lastMarked = -Infinity; // when the last action began
let actedOn = false; // some action began in this document, maybe long over
let markedTimeline = 0;
let cameAlong = false; // this document came with the action
let caused = 0;
/** @type {((changed: boolean) => void)[]} */
let waiters = [];

/** @param {Node} node @param {number} now */
const isTicking = (node, now) => {
  const last = retold.get(node);
  return !!last && last.times >= TICKS && now - last.at < AMBIENT_MS;
};

// Notes that a node changed. What ticked before an action goes on in it, and is no effect of the next one; what an action leads to later
// on, once or again, is no ticking.
/** @param {Node} node @param {number} now @param {boolean} retells its text is another one, and no element came or went */
const touch = (node, now, retells) => {
  const ticks = isTicking(node, now);
  if (marked === null || ticks) {
    touched.set(node, now);
    lastTouched = now;
  }
  const last = retold.get(node);
  if (!retells || last?.at === now) return;
  const idle = marked === null && now - unmarked > AMBIENT_MS;
  if (!ticks && !idle) retold.delete(node);
  else retold.set(node, { at: now, times: last && now - last.at < AMBIENT_MS ? last.times + 1 : 1 });
};

/** @param {Node} node @param {number} since when the action began */
const ambient = (node, since) => {
  // The node itself, or what it is directly in: a clock replaces its text, or the element around it.
  return [node, dom.parentNode(node)].some((n) => n && since - (touched.get(n) ?? -Infinity) < AMBIENT_MS);
};

// Gives when the page changed for the last time, but for what ticks, and how long ago anything of ours ran beside actions.
const mark = () => {
  start();
  flush();
  const told = { changed: lastNews, ours: ranAlone && performance.now() - ranAlone };
  for (const root of roots) if (!dom.isConnected(root)) roots.delete(root);
  // A shadow root that is attached to what is there already is no change that could be heard of.
  for (const root of [document, ...roots]) hearWithin(root);
  visit(true);
  if (deaf()) listenAgain(true);
  forgetPointer();
  marked = lastMarked = performance.now();
  keepFlashes();
  pictures = new Map();
  actedOn = true;
  [itself, hosts] = [false, false];
  keepGliding();
  cameAlong = false;
  markedTimeline = dom.currentTime(dom.timeline(document)) ?? 0;
  caused = 0;
  return told;
};

// What input does by itself, without a script of the page: a text is written, the focus or what is scrolled moves.
let itself = false;
for (const type of ["input", "focusin", "scroll"]) {
  listen(type, (event) => {
    itself ||= event.isTrusted;
  });
}

// What glides since the action began: a smooth scroll, of which pages hear the end (`scrollend`).
const GLIDES_MS = 150; // the next step comes within this time
/** @type {Map<Node, number>} */
const gliding = new Map(); // what scrolls -> when it did last
/** @type {Set<Node>} */
let glidesAlone = new Set(); // those that did when the action began
/** @param {Node} node @param {number} now */
const glides = (node, now) => now - (gliding.get(node) ?? -Infinity) < GLIDES_MS;
const MOST_GLIDING = 50;
listen("scroll", ({ target, isTrusted }) => {
  // A page may send such an event itself, where nothing scrolls.
  if (isTrusted && (gliding.has(target) || gliding.size < MOST_GLIDING)) gliding.set(target, performance.now());
});
listen("scrollend", ({ target }) => {
  gliding.delete(target);
  glidesAlone.delete(target);
});
const keepGliding = () => {
  glidesAlone = new Set();
  for (const node of gliding.keys())
    if (glides(node, performance.now())) glidesAlone.add(node);
    else gliding.delete(node);
};

// What came of the page's own kinds of elements and is empty: what it shows is in a closed shadow root, if anywhere.
let hosts = false;
/** @param {Element} element */
const mayHide = (element) => /-/.test(dom.localName(element) ?? "") && !dom.shadowRoot(element) && !dom.firstChild(element);
/** @param {Element} came */
const findHosts = (came) => {
  hosts ||= mayHide(came) || [...dom.querySelectorAll(came, ":empty")].some(mayHide);
};

let unmarked = -Infinity; // when the last action ended
const unmark = () => {
  endFrames();
  marked = null;
  unmarked = performance.now();
};

// A ripple around what was pressed: it holds nothing, and the pointer goes through it.
/** @param {Maybe<Element>} target */
const decorates = (target) =>
  !!target &&
  /^(div|span|i)$/.test(dom.localName(target) ?? "") &&
  !dom.firstChild(target) &&
  getComputedStyle(target).pointerEvents === "none";

// What takes longer is no part of what the action is waited for: a banner that slides by, a badge that pulses.
const LONGEST_ANIMATION_MS = 1000;

const tick = async () => {
  // A document that came with the action.
  const came = marked === null;
  if (came) {
    mark();
    cameAlong = true;
  }
  await frame();
  const mutations = caused + (came ? 1 : 0);
  caused = 0;
  const animations = [document, ...roots]
    .flatMap((root) => dom.getAnimations(root))
    .filter((a) => {
      if (a.playState !== "running" || (a.startTime ?? markedTimeline) < markedTimeline) return false;
      return endOf(a) <= LONGEST_ANIMATION_MS && !decorates(a.effect?.target);
    }).length;
  const now = performance.now();
  const glide = [...gliding.keys()].filter((node) => glides(node, now) && !glidesAlone.has(node)).length;
  const told = { mutations, animations: animations + glide, itself, hosts };
  hosts = false;
  return told;
};

// Resolves at the next change of the document, or after `ms`.
/** @param {number} ms @returns {Promise<boolean>} */
const change = (ms) =>
  new Promise((resolve) => {
    waiters.push(resolve);
    later(ms, () => resolve(false));
  });

give({ change, mark, tick, unmark });
