// What covers an element: whether it is on its way out, goes by itself, or stays until somebody acts.

// Whether a node, or something around it, moves, is being animated, or is on its way out.
/** @param {Node} node */
const passing = async (node) => {
  const real = originOf(node);
  const element = isElement(real) ? real : dom.parentElement(real);
  if (!element) return true;
  const before = dom.getBoundingClientRect(element);
  for (const animation of dom.getAnimations(document)) {
    const { effect, playState } = animation;
    const target = effect?.target;
    if (playState !== "running" || !target || !Number.isFinite(endOf(animation))) continue;
    for (const n of upwards(real)) if (n === target) return true;
  }
  await frame();
  if (!dom.isConnected(element)) return true;
  const now = dom.getBoundingClientRect(element);
  return now.x !== before.x || now.y !== before.y || now.width !== before.width || now.height !== before.height;
};

// Whether what covers stays where it is while the page scrolls under it, and leaves room beside it.
/** @param {Node} node */
const pinned = (node) => {
  for (const around of upwards(originOf(node))) {
    if (!isElement(around) || !/fixed|sticky/.test(getComputedStyle(around).position)) continue;
    const box = dom.getBoundingClientRect(around);
    return box.width * box.height < (innerWidth * innerHeight) / 2;
  }
  return false;
};

// What tells or waits, and goes when it has done so.
const TIDINGS =
  "[role=alert],[role=status],[role=log],[role=progressbar],output,progress,[aria-live=polite],[aria-live=assertive],[aria-busy=true]";
const PICTURES = "img,svg,canvas,video,iframe,object,embed";
const STANDS_MS = 5000; // what has not changed for so long stays
const MOST_PARTS = 300;
/** @type {WeakMap<Node, number>} */
const cameAt = new WeakMap(); // node -> when a script put it there, or changed how it looks

/** @param {MutationRecord} record @param {number} now */
const noteCame = (record, now) => {
  for (const node of record.addedNodes) cameAt.set(node, now);
  if (record.type === "attributes") cameAt.set(record.target, now);
};

// Whether what covers may go by itself: a message, a veil or a spinner. What a person can operate waits for that person (a dialog, a
// banner, a neighbour), unless it is small and has just come: toasts have buttons too.
/** @param {Node} node */
const mayGo = (node) => {
  const real = originOf(node);
  const element = isElement(real) ? real : dom.parentElement(real);
  if (!element) return true;
  const way = [];
  for (const around of upwards(element)) {
    if (!isElement(around) || around === dom.body(document)) break;
    way.push(around);
    if (/absolute|fixed|sticky/.test(getComputedStyle(around).position)) break;
  }
  const cover = way.at(-1) ?? element;
  if (way.some((part) => dom.matches(part, TIDINGS))) return true;
  const parts = [...way, ...[...dom.querySelectorAll(cover, "*")].slice(0, MOST_PARTS)];
  const came = Math.max(...way.map((part) => cameAt.get(part) ?? -Infinity));
  const justCame = performance.now() - came < STANDS_MS;
  const operable = parts.some((part) => dom.matches(part, OPERABLE) && dom.checkVisibility(part, { visibilityProperty: true }));
  const box = dom.getBoundingClientRect(cover);
  const small = box.width * box.height < (innerWidth * innerHeight) / 8;
  const spins = () =>
    parts.some(
      (part) =>
        dom.matches(part, TIDINGS) ||
        dom.getAnimations(part).some((animation) => animation.playState === "running" && !Number.isFinite(endOf(animation))),
    );
  // A blank veil says and offers nothing that a person could do about it.
  const blank = () => dom.textContent(cover).trim() === "" && !parts.some((part) => dom.matches(part, PICTURES));
  if (closest(element, "dialog,[role=dialog],[role=alertdialog],[aria-modal=true]")) return !operable && spins();
  return operable ? justCame && small : justCame || spins() || blank();
};

give({ mayGo, passing, pinned });
