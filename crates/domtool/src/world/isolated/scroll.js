// Scrolling the page, or what scrolls in it: at once and to the pixel, however the page would rather glide.

const OVERLAP = 0.1; // of a screen is seen again on the next one
const MOST_BOXES = 20000; // elements that are looked through for what scrolls

/** @param {Element} box */
const room = (box) => [dom.scrollWidth(box) - dom.clientWidth(box), dom.scrollHeight(box) - dom.clientHeight(box)];
const pageBox = () => dom.scrollingElement(document) ?? dom.documentElement(document);

// Whether a box lets a person scroll it, and which way.
/** @param {Element} box */
const scrolls = (box) => {
  const style = getComputedStyle(box);
  /** @param {string} value @param {number} over */
  const can = (value, over) => /auto|scroll|overlay/.test(value) && over > 0;
  const [x, y] = room(box);
  return can(style.overflowY, y) || can(style.overflowX, x);
};

/** @param {Element} element */
const scrollable = (element) => {
  for (const node of upwards(element)) {
    if (!isElement(node) || node === dom.body(document) || node === dom.documentElement(document)) continue;
    if (scrolls(node)) return node;
  }
  return pageBox();
};

// Whether a person can scroll the page itself.
const pageScrolls = () => {
  const box = pageBox();
  const hidden = [dom.documentElement(document), dom.body(document)].some(
    (e) => e && /hidden|clip/.test(getComputedStyle(e).overflowY),
  );
  return !hidden && Math.max(...room(box)) > 0;
};

/** @param {Element} box */
const shownArea = (box) => {
  const b = dom.getBoundingClientRect(box);
  const width = Math.min(b.right, innerWidth) - Math.max(b.left, 0);
  const height = Math.min(b.bottom, innerHeight) - Math.max(b.top, 0);
  return width > 0 && height > 0 ? width * height : 0;
};

// The largest of these that is shown, and no less than a quarter of the window.
/** @param {Element[]} boxes */
const largest = (boxes) => {
  /** @type {Element | null} */
  let found = null;
  let most = (innerWidth * innerHeight) / 4;
  for (const box of boxes) {
    const area = shownArea(box);
    if (area > most && dom.checkVisibility(box, { visibilityProperty: true })) [found, most] = [box, area];
  }
  return found;
};

const allElements = () => {
  const found = [];
  /** @type {Root[]} */
  const roots = [document];
  for (let root = roots.pop(); root && found.length < MOST_BOXES; root = roots.pop()) {
    for (const element of dom.querySelectorAll(root, "*")) {
      found.push(element);
      const shadow = dom.shadowRoot(element);
      if (shadow) roots.push(shadow);
    }
  }
  return found.slice(0, MOST_BOXES);
};

// What a person would scroll: the page, or where that stays, the box that holds its content; null where there is none.
const mainBox = () => {
  if (pageScrolls()) return pageBox();
  const tall = allElements().filter(
    (e) => e !== dom.body(document) && e !== dom.documentElement(document) && dom.scrollHeight(e) > dom.clientHeight(e),
  );
  return largest(tall.filter(scrolls));
};

// The frame that holds the content of a page that has nothing to scroll itself.
const mainFrame = () =>
  mainBox() ? null : largest(allElements().filter((e) => /^(iframe|frame|object)$/.test(dom.localName(e))));

/** @param {Element} box */
const position = (box) => ({
  left: dom.scrollLeft(box),
  top: dom.scrollTop(box),
  most_left: Math.max(0, dom.scrollWidth(box) - dom.clientWidth(box)),
  most_top: Math.max(0, dom.scrollHeight(box) - dom.clientHeight(box)),
});

/** @param {Element} box */
const stepOf = (box) => Math.max(1, Math.round(dom.clientHeight(box) * (1 - OVERLAP)));

// Whether a style has it come to rest only at certain places.
/** @param {Element} box */
const snaps = (box) => getComputedStyle(box).scrollSnapType !== "none";

// What was scrolled last.
/** @type {Element | null} */
let scrolledBox = null;

/** @param {Element} box @param {ScrollAmount} by */
const scrollBox = async (box, by, itself = false) => {
  scrolledBox = box;
  const before = position(box);
  const to = { behavior: /** @type {const} */ ("instant"), left: before.left, top: before.top };
  if (by.pages !== undefined) to.top += by.pages * stepOf(box);
  if (by.pixels) {
    to.left += by.pixels[0];
    to.top += by.pixels[1];
  }
  if (by.percent !== undefined) to.top = (before.most_top * by.percent) / 100;
  if (by.across !== undefined) {
    // From right to left the way goes into the negative.
    const least = getComputedStyle(box).direction === "rtl" ? -before.most_left : 0;
    to.left = least + (before.most_left * by.across) / 100;
  }
  dom.scrollTo(box, to);
  const sent = position(box);
  // What snaps, or is put back by the page, is told of as it then is.
  await twoFrames();
  const whole = box === pageBox();
  return { before, sent, after: position(box), page: whole, itself, snaps: snaps(box), step: stepOf(box) };
};

/** @param {Element} element @param {ScrollAmount} by */
const scrollFrom = (element, by) => {
  const box = scrollable(element);
  return scrollBox(box, by, box === element);
};
/** @param {ScrollAmount} by */
const scrollPage = (by) => scrollBox(mainBox() ?? pageBox(), by);
const scrolledTo = () => (scrolledBox && dom.isConnected(scrolledBox) ? position(scrolledBox) : null);
/** @returns {[number, number, number, number]} */
const offset = () => [scrollX, scrollY, innerWidth, innerHeight];

const SPOTS = [1 / 2, 1 / 6, 5 / 6]; // of its width and height at which is looked for what lies over it

// What lies over all that is in view of an element, in its own frame.
/** @param {Element} element */
const liesOver = (element) => {
  const box = dom.getBoundingClientRect(element);
  let [left, top, right, bottom] = [
    Math.max(box.left, 0),
    Math.max(box.top, 0),
    Math.min(box.right, innerWidth),
    Math.min(box.bottom, innerHeight),
  ];
  for (const node of upwards(dom.parentNode(element))) {
    if (!isElement(node) || getComputedStyle(node).overflow === "visible") continue;
    const clip = dom.getBoundingClientRect(node);
    [left, top] = [Math.max(left, clip.left), Math.max(top, clip.top)];
    [right, bottom] = [Math.min(right, clip.right), Math.min(bottom, clip.bottom)];
  }
  const [width, height] = [right - left, bottom - top];
  if (width <= 0 || height <= 0 || getComputedStyle(element).pointerEvents === "none") return null;
  const root = /** @type {Document | ShadowRoot} */ (dom.getRootNode(element));
  /** @type {Element | null} */
  let over = null;
  for (const x of SPOTS) {
    for (const y of SPOTS) {
      const hit = dom.elementFromPoint(root, left + x * width, top + y * height);
      // Nothing at all is hit where nothing takes the mouse.
      if (!hit || relation(element, hit) !== "other") return null;
      over ??= hit;
    }
  }
  return over;
};
/** @param {Element} element */
const centre = (element) => void dom.scrollIntoView(element, { block: "center", inline: "nearest", behavior: "instant" });

// The share of an element that is in view, through every frame and box that clips it. Frames of other processes hear of
// a scroll around them a moment later. Null where nobody said so in time.
const IN_VIEW_MS = 500;
/** @param {Element} element @returns {Promise<number | null>} */
const shareInView = (element) =>
  new Promise((resolve) => {
    /** @type {number | null} */
    let known = null;
    /** @param {number | null} share */
    const told = (share) => {
      stop();
      seen.disconnect();
      resolve(share);
    };
    const stop = later(IN_VIEW_MS, () => told(known));
    const seen = new IntersectionObserver((entries) => {
      const last = entries[entries.length - 1];
      known = 0;
      if (last.isIntersecting) told(Math.max(last.intersectionRatio, 0.01));
    });
    seen.observe(boxless(element) ? (dom.firstElementChild(element) ?? element) : element);
  });

give({ centre, liesOver, mainFrame, offset, scrollFrom, scrollPage, scrolledTo, shareInView });
