// Whether what a node shows changed shortly before the action, all by itself: a clock, a counter, a ticker.

const MOST_WITHIN = 50;

// A line of text is told by its first piece, and what ticks may be any piece of its block. Of what is gone only its place is left;
// what else is in that place says nothing of it (`within` is false then).
/** @param {Node} node @param {boolean} within */
const ticks = (node, within) => {
  const block = isElement(node) ? node : dom.parentElement(node);
  const inside = within ? [...(dom.querySelectorAll(block, "*") ?? [])].slice(0, MOST_WITHIN) : [];
  const around = [node, block, dom.parentNode(node)].filter((n) => n !== null);
  const all = [...around, ...(within && block ? [block, ...inside].flatMap((n) => [n, ...dom.childNodes(n)]) : [])];
  return all.some((n) => (marked ?? performance.now()) - (touched.get(n) ?? -Infinity) < AMBIENT_MS);
};

// Whether the text of a node, or of a part of it, changes in place all the time.
/** @param {Node} node */
const ticking = (node) => {
  const block = isElement(node) ? node : dom.parentElement(node);
  const inside = [...(dom.querySelectorAll(block, "*") ?? [])].slice(0, MOST_WITHIN);
  const all = [node, ...(block ? [block, ...inside].flatMap((n) => [n, ...dom.childNodes(n)]) : [])];
  return all.some((n) => isTicking(n, performance.now()));
};

const titleTicks = () => {
  const title = dom.querySelector(document, "head > title");
  return !!title && ticking(title);
};

// Whether the page is seen to change by itself: a clock, or what a canvas shows, which nobody hears of.
const livesInSight = () =>
  (marked ?? performance.now()) - lastTouched < AMBIENT_MS || dom.querySelector(document, "canvas") !== null;

give({ livesInSight, ticking, ticks, titleTicks });
