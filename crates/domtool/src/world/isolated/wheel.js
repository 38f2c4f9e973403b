// What a turn of the wheel did in this frame.

/** @type {WheelTurn | null} */
let turn = null;

/** @param {Event} event */
const turned = (event) => {
  if (!turn || !event.isTrusted) return;
  turn.came.push(event);
  turn.reached ||= !!turn.watched && arrived(event.composedPath(), turn.watched);
};

/** @param {Event} event */
const glided = (event) => {
  const box = event.target === document ? pageBox() : /** @type {Element} */ (event.target);
  if (turn && event.isTrusted && !turn.boxes.has(box)) turn.boxes.set(box, null);
};

// Only while it is asked for: a listener for the wheel costs every page that scrolls.
const watchWheel = () => {
  turn = { watched: null, came: [], reached: false, boxes: new Map([[pageBox(), position(pageBox())]]) };
  dom.addEventListener(window, "wheel", turned, { capture: true, passive: true });
  dom.addEventListener(window, "scroll", glided, { capture: true, passive: true });
};

// Scrolling in a shadow root is not heard of outside, so what is around the element is looked at.
/** @param {Element} element */
const watchWheelAt = (element) => {
  if (!turn) watchWheel();
  if (!turn) return;
  turn.watched = watching(element);
  for (const node of upwards(element)) {
    if (isElement(node) && !turn.boxes.has(node) && Math.max(...room(node)) > 0) turn.boxes.set(node, position(node));
  }
};

const places = () => JSON.stringify([...(turn?.boxes.keys() ?? [])].map((box) => [dom.scrollLeft(box), dom.scrollTop(box)]));

const QUIET = 3; // frames in which nothing scrolls
const GLIDE_MS = 1500;

// Once what scrolls has come to rest: what came, and how far each box is that moved.
const wheeled = async () => {
  if (!turn) return { came: false, reached: false, kept: false, scrolled: [] };
  const end = performance.now() + GLIDE_MS;
  for (let quiet = 0, last = places(); quiet < QUIET && performance.now() < end;) {
    await frame();
    const now = places();
    quiet = now === last ? quiet + 1 : 0;
    last = now;
  }
  const { came, reached, boxes } = turn;
  turn = null;
  dom.removeEventListener(window, "wheel", turned, { capture: true });
  dom.removeEventListener(window, "scroll", glided, { capture: true });
  /** @param {[Element, ScrollPosition | null]} of */
  const moved = ([box, was]) =>
    dom.isConnected(box) && !(was && was.left === dom.scrollLeft(box) && was.top === dom.scrollTop(box));
  return {
    came: came.length > 0,
    reached,
    kept: came.some((event) => event.defaultPrevented),
    scrolled: [...boxes].filter(moved).map(([box]) => ({ page: box === pageBox(), ...position(box) })),
  };
};

give({ watchWheel, watchWheelAt, wheeled });
