// Where an element can be hit that has no box of its own (an area of an image map, `display: contents`), or is hit at few points of it.

// The image that shows an area of an image map.
/** @param {Element} area */
const imageOf = (area) => {
  const map = dom.closest(area, "map");
  const name = dom.getAttribute(map, "name") || dom.id(map);
  const using = name ? [...dom.querySelectorAll(dom.getRootNode(area), "[usemap]")] : [];
  return using.find((image) => dom.getAttribute(image, "usemap") === "#" + name && dom.getClientRects(image).length > 0);
};

// What stands for an element that has no box of its own: an area's image, what is drawn in a `display: contents`.
/** @param {Element} element */
const boxless = (element) =>
  dom.localName(element) === "area" ||
  (dom.getClientRects(element).length === 0 && getComputedStyle(element).display === "contents") ||
  flowsOver(element);

// No size of its own, but what is in it flows over.
/** @param {Element} element */
const flowsOver = (element) => {
  if (!dom.firstChild(element) || dom.getClientRects(element).length === 0) return false;
  const box = dom.getBoundingClientRect(element);
  if (box.width > 1 && box.height > 1) return false;
  if (!/^visible( visible)?$/.test(getComputedStyle(element).overflow)) return false;
  return [...dom.getClientRects(drawn(element))].some((part) => part.width > 1 && part.height > 1);
};

/** @param {Element} element */
const drawn = (element) => {
  const range = dom.createRange(document);
  range.selectNodeContents(element);
  return range;
};

// Points of such an element, or of what is drawn in any: pixels of the outermost viewport of this process, the likeliest first.
/** @param {Element} element @returns {Spot[]} */
const spots = (element) => {
  const points = spotsHere(element);
  const [x, y] = outerOffset();
  return points.map(([px, py]) => [px + x, py + y]);
};

// Where this viewport begins in the outermost one of this process.
/** @returns {Spot} */
const outerOffset = () => {
  let [x, y] = [0, 0];
  for (let view = /** @type {Window} */ (window); view.frameElement; view = view.parent) {
    const owner = view.frameElement;
    const box = dom.getBoundingClientRect(owner);
    const style = /** @type {typeof window} */ (view.parent).getComputedStyle(owner);
    x += box.x + dom.clientLeft(owner) + parseFloat(style.paddingLeft);
    y += box.y + dom.clientTop(owner) + parseFloat(style.paddingTop);
  }
  return [x, y];
};

const MOST_TRIED = 300;
const MOST_SPOTS = 20;

// Where an element that is cut (`clip-path`), or mostly covered, is hit all the same: points with others around them first, then those
// near its middle.
/** @param {Element} element @returns {Spot[]} */
const freeSpots = (element) => {
  const { left, top, width, height } = dom.getBoundingClientRect(element);
  const root = dom.getRootNode(element);
  const step = Math.max(3, Math.sqrt((width * height) / MOST_TRIED));
  const [columns, rows] = [Math.ceil(width / step), Math.ceil(height / step)];
  /** @param {number} i @returns {Spot} */
  const at = (i) => [left + (((i % columns) + 0.5) * width) / columns, top + ((Math.floor(i / columns) + 0.5) * height) / rows];
  /** @type {Map<number, Spot>} */
  const free = new Map();
  for (let i = 0; i < columns * rows; i++) {
    const [x, y] = at(i);
    const hit = dom.elementFromPoint(root, x, y);
    if (hit && dom.contains(element, hit)) free.set(i, [x, y]);
  }
  /** @param {number} i @param {Spot} spot */
  const merit = (i, [x, y]) =>
    [i - 1, i + 1, i - columns, i + columns].filter((beside) => free.has(beside)).length -
    Math.hypot((x - left) / width - 0.5, (y - top) / height - 0.5);
  return [...free]
    .sort((p, q) => merit(...q) - merit(...p))
    .slice(0, MOST_SPOTS)
    .map(([, spot]) => spot);
};

/** @param {Element} element @returns {Spot[]} */
const spotsHere = (element) => {
  if (dom.localName(element) !== "area") {
    if (boxless(element))
      dom.scrollIntoView(dom.firstElementChild(element), { block: "center", inline: "nearest", behavior: "instant" });
    const boxes = [...dom.getClientRects(drawn(element))].filter((box) => box.width > 1 && box.height > 1);
    const middles = boxes.slice(0, 20).map((box) => /** @type {Spot} */ ([box.x + box.width / 2, box.y + box.height / 2]));
    return boxless(element) ? middles : [...middles, ...freeSpots(element)];
  }
  const image = imageOf(element);
  if (!image) return [];
  const numbers = (dom.getAttribute(element, "coords") ?? "")
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number);
  const shape = (dom.getAttribute(element, "shape") ?? "").trim().toLowerCase();
  const origin = () => {
    const box = dom.getBoundingClientRect(image);
    const style = getComputedStyle(image);
    return [
      box.x + dom.clientLeft(image) + parseFloat(style.paddingLeft),
      box.y + dom.clientTop(image) + parseFloat(style.paddingTop),
    ];
  };
  let [left, top, right, bottom] = [0, 0, dom.clientWidth(image), dom.clientHeight(image)];
  /** @type {(px: number, py: number) => boolean} */
  let inside = () => true;
  if (/^circ/.test(shape)) {
    const [x, y, r] = numbers;
    [left, top, right, bottom] = [x - r, y - r, x + r, y + r];
    inside = (px, py) => (px - x) ** 2 + (py - y) ** 2 < (r * 0.9) ** 2;
  } else if (/^poly/.test(shape)) {
    const corners = numbers.flatMap((n, i) => (i % 2 ? [] : [[n, numbers[i + 1]]]));
    const [xs, ys] = [corners.map((c) => c[0]), corners.map((c) => c[1])];
    [left, top, right, bottom] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    inside = (px, py) => {
      let odd = false;
      corners.forEach(([x, y], i) => {
        const [u, v] = corners[(i + corners.length - 1) % corners.length];
        if (y > py !== v > py && px < ((u - x) * (py - y)) / (v - y) + x) odd = !odd;
      });
      return odd;
    };
  } else if (shape !== "default") {
    const [a, b, c, d] = numbers;
    [left, top, right, bottom] = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
  }
  dom.scrollIntoView(image, { block: "nearest", inline: "nearest", behavior: "instant" });
  const middle = [(left + right) / 2, (top + bottom) / 2];
  let [x, y] = origin();
  // An image larger than the window: bring the shape itself in.
  if (x + middle[0] < 0 || x + middle[0] > innerWidth || y + middle[1] < 0 || y + middle[1] > innerHeight) {
    scrollBy({ left: x + middle[0] - innerWidth / 2, top: y + middle[1] - innerHeight / 2, behavior: "instant" });
    [x, y] = origin();
  }
  /** @type {Spot[]} */
  const points = [];
  for (let i = 1; i < 12; i++) {
    for (let j = 1; j < 12; j++) {
      const [px, py] = [left + ((right - left) * i) / 12, top + ((bottom - top) * j) / 12];
      if (inside(px, py)) points.push([px, py]);
    }
  }
  /** @param {Spot} spot */
  const far = ([px, py]) => (px - middle[0]) ** 2 + (py - middle[1]) ** 2;
  return points
    .sort((p, q) => far(p) - far(q))
    .slice(0, 20)
    .map(([px, py]) => [x + px, y + py]);
};

give({ spots });
