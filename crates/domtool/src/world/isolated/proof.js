// Proof that input arrived.

// Heard at the window, before any listener of the page: one that stops an event early does not hide that it arrived.
/** @type {ArrivalProof | null} */
let proof = null;
const PROOF = ["pointermove", "pointerdown", "mousedown", "mouseup", "click", "dblclick", "contextmenu", "auxclick", "touchend"];

// A press on a label reaches its control, unless it is on a control inside the label (HTML, "The label element").
/** @param {Element} label @param {EventTarget[]} path */
const activates = (label, path) => {
  const at = path.indexOf(label);
  return at >= 0 && !path.slice(0, at).some((node) => dom.matches(node, NATIVE_CONTROLS));
};

// An element and the hosts of the closed shadow roots it is in: seen from outside, such a root is its host.
/** @param {Element} element */
const watching = (element) => {
  const closed = shadowRootsAround(element).filter((root) => dom.mode(root) === "closed");
  const hosts = closed
    .reverse()
    .map((root) => dom.host(root))
    .filter(Boolean);
  return { element, hosts };
};

/** @param {EventTarget[]} path @param {Watched} watched */
const arrived = (path, { element, hosts }) => path.includes(element) || (hosts.length > 0 && path.includes(hosts[0]));

/** @param {Event} event */
const note = (event) => {
  if (!proof || !event.isTrusted) return;
  const path = event.composedPath();
  if (!arrived(path, proof.watched) && !proof.labels.some((label) => activates(label, path))) {
    proof.elsewhere.push({ type: event.type, path });
    return;
  }
  proof.seen.set(event.type, (proof.seen.get(event.type) ?? 0) + 1);
  if (event.type === "pointerdown" || event.type === "mousedown") proof.presses.push(event);
  if (event.type === "touchend") proof.ends.push(event);
  proof.wake();
};
for (const type of PROOF) listen(type, note);

// What got the last press in this frame, whoever it was for.
/** @type {EventTarget | null} */
let pressedOn = null;
let moved = false; // the mouse was heard of since it was asked for
let pressing = false; // the page hears of a press, and of nothing that comes of it (the focus moves, a field is left)
/** @param {Event} event */
const hearPointer = (event) => {
  if (!event.isTrusted) return;
  const press = /^(pointer|mouse)down$/.test(event.type);
  if (press) pressedOn = event.composedPath()[0] ?? null;
  moved ||= !press;
  pressing = press;
};
for (const type of ["pointerdown", "mousedown", "pointermove", "mousemove", "pointerup", "mouseup", "blur", "change", "focusout"])
  listen(type, hearPointer);

// When a box in the document last scrolled that does not do so by itself, when a part of it last came to fill the screen or no more to do
// so, and when it was last told that something came to the clipboard: a document hears of that when it has the focus, or comes to have it.
let boxScrolled = -Infinity;
let screenFilled = -Infinity;
let clipboardChanged = -Infinity;
listen("fullscreenchange", (event) => {
  screenFilled = event.timeStamp;
});
listen("scroll", (event) => {
  const box = event.composedPath()[0];
  if (!event.isTrusted || !isElement(box)) return;
  // What an action set in motion begins with a frame, which may come when it has ended.
  const acted = marked ?? (performance.now() - unmarked < BEGINS_MS ? lastMarked : null);
  if (acted === null) touch(box, performance.now(), false);
  else if (!ambient(box, acted)) boxScrolled = event.timeStamp;
});
// Where a page is not secure it has no clipboard; of one that is prerendered Chromium does not expect that it is asked. A frame whose first,
// empty document listens has no clipboard in the next one: what is pasted there is empty (measured, Chromium 156; Etherpad's pad).
if (location.href !== "about:blank" && navigator.clipboard && !dom.prerendering(document)) {
  dom.addEventListener(navigator.clipboard, "clipboardchange", (event) => {
    clipboardChanged = event.timeStamp;
  });
}

// Where the document was scrolled to, and what was selected in it, when it heard of the last presses and keys; not of letters, which come
// one after the other.
/** @type {{ scrolled: number, time: number, focused: boolean, marked: string }[]} */
let pressed = [];
const selectedText = () => `${textSelection()}`.slice(0, MOST_SELECTED);
/** @param {any} event */
const noteScroll = (event) => {
  if (!event.isTrusted || (event.type === "keydown" && event.key?.length === 1 && event.key !== " ")) return;
  const now = { scrolled: scrollY, time: event.timeStamp, focused: dom.hasFocus(document), marked: selectedText() };
  pressed = [...pressed.slice(-MOST_PRESSED), now];
};
for (const type of ["pointerdown", "mousedown", "keydown"]) listen(type, noteScroll);

const BEGINS_MS = 500;
const MOST_FRAMES = 30;
const MOST_PRESSED = 100;
const MOST_SELECTED = 1000;

// What came, since the first press or key of the last so many milliseconds, of which no line of the page tells: how far it scrolled, and
// what boxes and the clipboard did. Keys, and pages that want it so, scroll over many frames.
/** @param {number} ms */
const unseenSince = async (ms) => {
  const since = performance.now() - ms;
  const first = pressed.find(({ time }) => time >= since);
  if (!first) return { scrolled: 0, box_scrolled: false, copied: false, text_selected: false, full_screen: null, pictures: [] };
  let at = NaN;
  for (let frame = 0; at !== scrollY && frame < MOST_FRAMES; frame++) {
    at = scrollY;
    await twoFrames();
  }
  const { time, focused } = first;
  const selected = selectedText();
  return {
    scrolled: Math.round(scrollY - first.scrolled),
    box_scrolled: boxScrolled > time,
    // Where selected text is a clipboard of its own, as on Linux, selecting some is heard as a change of the clipboard.
    copied: focused && clipboardChanged > time && (selected === "" || selected === first.marked),
    text_selected: selected !== "" && selected !== first.marked,
    full_screen: screenFilled > time ? dom.fullscreenElement(document) !== null : null,
    pictures: newPictures(),
  };
};

const pressTarget = () => (isElement(pressedOn) ? pressedOn : null);

const forgetPointer = () => {
  pressedOn = null;
  moved = false;
};

// Whether the mouse is heard of. Of a document that was written anew nobody knows: its listeners may come first, and tell nobody.
const hearsPointer = () => moved || deaf() || reopened > 0;

/** @param {Element} element */
const prove = (element) => {
  proof = {
    watched: watching(element),
    labels: [...(dom.labels(element) ?? [])],
    seen: new Map(),
    presses: [],
    ends: [],
    elsewhere: [],
    wake: () => {},
  };
};

const proven = () => {
  const seen = proof ? [...proof.seen.keys()] : [];
  // The page acts on the press itself.
  if (proof?.presses.some((event) => event.defaultPrevented)) seen.push("prevented");
  unprove();
  return seen;
};

/** @type {ArrivalProof["elsewhere"]} */
let earlier = []; // what arrived elsewhere while the last proof was taken

const unprove = () => {
  earlier = proof?.elsewhere ?? [];
  proof = null;
};

// Whether an event arrived at an element that was drawn in the place of the one that was watched.
/** @param {Element} element @param {string} type */
const arrivedInstead = (element, type) => earlier.some((event) => event.type === type && arrived(event.path, watching(element)));

// Whether the mouse is on an element, or came onto it and was then led elsewhere by the page.
/** @param {Element} element */
const hovered = (element) => proven().includes("pointermove") || hasPointer(element);
/** @param {Element} element */
const hasPointer = (element) =>
  dom.matches(element, ":hover") || [...(dom.labels(element) ?? [])].some((label) => dom.matches(label, ":hover"));

// Until the clicks of so many taps are there. A browser that may zoom waits whether a second tap follows; a page that
// keeps the default of the touch from happening gets none.
const TAP_MS = 500;
/** @param {Element} element @param {number} count */
const tapped = (element, count) =>
  new Promise((resolve) => {
    const watched = proof;
    if (!watched) return resolve(false);
    const stop = later(TAP_MS, () => resolve(false));
    watched.wake = () => {
      const kept = watched.ends.filter((event) => event.defaultPrevented).length;
      if ((watched.seen.get("click") ?? 0) + kept < count) return;
      stop();
      resolve(true);
    };
    watched.wake();
  });

// A click event of our own. Whether the page kept its default from happening.
/** @param {Element} element */
const clickEvent = (element) => {
  const box = dom.getBoundingClientRect(element);
  const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
  const event = new MouseEvent("click", { bubbles: true, cancelable: true, composed: true, view: window, detail: 1, ...at });
  return !dom.dispatchEvent(element, event);
};

give({
  arrivedInstead,
  clickEvent,
  forgetPointer,
  hasPointer,
  hearsPointer,
  hovered,
  pressTarget,
  prove,
  proven,
  tapped,
  unseenSince,
});
