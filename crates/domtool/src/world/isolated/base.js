// What the other parts stand on: time, and the way from a node to what it is shown in.

const LONGEST = 300;
// Elements whose text is none of the page's.
const NO_TEXT = ["SCRIPT", "STYLE", "TEMPLATE", "NOSCRIPT"];
// The browser's own controls, as far as a person uses them.
const NATIVE_CONTROLS = "a[href],button,input:not([type=hidden]),select,textarea";
/** @param {string} text */
const collapse = (text) => text.replace(/\s+/g, " ").trim();

// What listens in this world until the document is left, or until `rest`.
/** @type {MutationObserver[]} */
const observers = [];
leaving.push(() => observers.forEach((observer) => observer.disconnect()));

// `document.open()` removes every listener of a document and its window, ours too; what observes changes stays, hears of it, and
// sets those of this world again.
/** @type {(() => void)[]} */
const lasting = [];
let reopened = 0; // how often the document was written anew: what came meanwhile nobody heard

// When something of ours ran last by a timer, a frame or a listener while no action did: it cannot be told from what the page runs then.
/** @type {number | null} */
let ranAlone = null;
/** @template {unknown[]} A @param {(...args: A) => void} act */
const ours =
  (act) =>
  (/** @type {A} */ ...args) => {
    if (marked === null) ranAlone = performance.now();
    act(...args);
  };

/** @param {string} type @param {(event: any) => void} act @param {AddEventListenerOptions} [options] */
const listen = (type, act, options = { capture: true, passive: true }) => {
  const listener = ours(act);
  // Adding one that is there already does nothing (DOM, "add an event listener").
  const add = () => dom.addEventListener(window, type, listener, options);
  lasting.push(add);
  leaving.push(() => dom.removeEventListener(window, type, listener, options));
  add();
};

// Whether listeners of this world are heard still. Of a popup that its opener writes to before its first script, no change is told.
let alive = false;
const ALIVE = `${Math.random()}`;
const deaf = () => {
  alive = false;
  dom.dispatchEvent(window, new Event(ALIVE));
  return !alive;
};

/** @param {boolean} emptied what was there went */
const listenAgain = (emptied) => {
  if (emptied) reopened++;
  for (const add of lasting) add();
};

listen(ALIVE, () => {
  alive = true;
});

// A timer of ours; what it gives stops it. A signal's timeout is in no record of a page's timers, so it is not taken for the page's own.
/** @param {number} ms @param {() => void} act */
const later = (ms, act) => {
  const stopped = new AbortController();
  dom.addEventListener(AbortSignal.timeout(ms), "abort", ours(act), { once: true, signal: stopped.signal });
  return () => stopped.abort();
};

/** @type {Set<() => void>} */
const awaitedFrames = new Set();
/** @returns {Promise<void>} */
const frame = () =>
  new Promise((resolve) => {
    const end = ours(() => {
      stop();
      cancelAnimationFrame(asked);
      awaitedFrames.delete(end);
      resolve();
    });
    awaitedFrames.add(end);
    // A frame that is not rendered never calls back; time goes on all the same.
    const stop = later(100, end);
    const asked = requestAnimationFrame(end);
  });
// What runs once an action is over is the page's (tab/by_itself.rs).
const endFrames = () => awaitedFrames.forEach((end) => end());

const twoFrames = async () => {
  await frame();
  await frame();
};

// Resolves when a frame was really painted, with all that its observers were told, or after `ms`.
/** @param {number} ms @returns {Promise<void>} */
const painted = (ms) =>
  new Promise((resolve) => {
    const stop = later(ms, resolve);
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        stop();
        resolve();
      }),
    );
  });

// A message to ourselves: those that the page posted before came before.
/** @returns {Promise<void>} */
const posted = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(0);
  });

// Chromium keeps what a page posts while it handles input back until a frame is painted; what that posts comes next.
const handled = async () => {
  await frame();
  await posted();
  await posted();
};

/** @param {unknown} node @returns {node is Element} */
const isElement = (node) => dom.nodeType(/** @type {Maybe<object>} */ (node)) === Node.ELEMENT_NODE;

// Milliseconds that all frames of a process count alike.
const clock = () => performance.timeOrigin + performance.now();
/** @param {Maybe<Node>} node */
const up = (node) => dom.assignedSlot(node) ?? dom.parentNode(node) ?? dom.host(node) ?? null;

// That of a document which is shown.
const textSelection = () => /** @type {Selection} */ (getSelection());

// When an animation ends, in milliseconds of its own.
/** @param {PageAnimation} animation */
const endOf = ({ effect }) => /** @type {number} */ (effect?.getComputedTiming().endTime ?? Infinity);

// More steps than any tree is deep: every walk has an end.
const MOST_UP = 50_000;

// A node, and all that it is shown in.
function* upwards(/** @type {Maybe<Node>} */ node) {
  for (let left = MOST_UP; node && left > 0; left--, node = up(node)) yield node;
}

// The shadow roots that a node is in, the innermost first.
/** @param {Maybe<Node>} node */
const shadowRootsAround = (node) => {
  /** @type {ShadowRoot[]} */
  const found = [];
  for (let root = dom.getRootNode(node); dom.host(root) && found.length < MOST_UP; root = dom.getRootNode(dom.host(root)))
    found.push(/** @type {ShadowRoot} */ (root));
  return found;
};

// The element that a pseudo-element belongs to; any node is itself.
/** @param {Maybe<Node>} node */
const originOf = (node) =>
  dom.nodeType(node) ? node : (/** @type {{ element?: Element } | null} */ (/** @type {unknown} */ (node))?.element ?? node);

/** @param {Maybe<Node>} node @param {string} selector */
const closest = (node, selector) => {
  for (const around of upwards(node)) if (isElement(around) && dom.matches(around, selector)) return around;
  return null;
};

give({ clock, frame, handled, painted, twoFrames });
