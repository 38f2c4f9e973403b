// Elements that move: whether they come to rest, and where they will be.

// Scripts that move something to its place (jQuery's slides, springs) take no longer.
const GLIDE_LONGEST_MS = 1000;

// Of a keyframe `offset` is its time; the property of that name is `cssOffset` there (Web Animations, "property name conversion").
const MOVES =
  /^(left|top|right|bottom|inset|margin|padding|transform|translate|rotate|scale|offset[-A-Z]|cssOffset|width|height|min[-A-Z]|max[-A-Z]|flex|gap)/;

// Whether an element, or what it is in, is being moved and will come to rest. Colours and shadows move nothing.
/** @param {Element} element */
const drifting = (element) => {
  for (const node of upwards(element)) {
    for (const animation of dom.getAnimations(node) ?? []) {
      if (animation.playState !== "running" || !Number.isFinite(endOf(animation))) continue;
      const properties = animation.transitionProperty
        ? [animation.transitionProperty]
        : (animation.effect?.getKeyframes() ?? []).flatMap(Object.keys);
      if (isElement(node) && properties.some((name) => MOVES.test(name))) return true;
    }
  }
  return false;
};

// Whether what moves an element, as far as the browser knows, has an end.
/** @param {Element} element */
const endless = (element) => {
  for (const node of upwards(element)) {
    for (const animation of dom.getAnimations(node) ?? []) {
      if (animation.playState === "running" && !Number.isFinite(endOf(animation))) return true;
    }
  }
  return false;
};

// Waits until the element has the same box in two frames running, at most `ms`; less where nothing says that it comes to rest,
// and it may be pressed as it moves.
/** @param {Element} element @param {number} ms @param {boolean} moving */
const steady = async (element, ms, moving) => {
  const begun = performance.now();
  const patience = () => {
    if (!moving || drifting(element)) return ms;
    return endless(element) ? 0 : Math.min(ms, GLIDE_LONGEST_MS);
  };
  const read = () => {
    const b = dom.getBoundingClientRect(element);
    return [b.x, b.y, b.width, b.height];
  };
  let last = read();
  for (;;) {
    await frame();
    const now = read();
    if (now.every((v, i) => v === last[i])) return true;
    if (performance.now() - begun > patience()) return false;
    last = now;
  }
};

// How an element moves: its box, and how far it goes in a millisecond; null where it jumps about. In pixels of the outermost
// viewport of this process.
/** @param {Element} element @returns {Promise<Motion | null>} */
const motion = async (element) => {
  const sample = () => ({ box: dom.getBoundingClientRect(element), at: performance.now() });
  const first = sample();
  await frame();
  const second = sample();
  await frame();
  const third = sample();
  /** @param {typeof first} from @param {typeof first} to */
  const speed = (from, to) => {
    const ms = Math.max(to.at - from.at, 1);
    return [
      to.box.x + to.box.width / 2 - from.box.x - from.box.width / 2,
      to.box.y + to.box.height / 2 - from.box.y - from.box.height / 2,
    ].map((way) => way / ms);
  };
  const [before, after, [vx, vy]] = [speed(first, second), speed(second, third), speed(first, third)];
  const { x, y, width, height } = third.box;
  const turn = Math.hypot(after[0] - before[0], after[1] - before[1]);
  if (turn * STEP_MS > Math.min(width, height) / 2) return null;
  const [left, top] = outerOffset();
  return [x + left, y + top, width, height, vx, vy];
};

// A frame or two: what turns faster than that is elsewhere when the press comes.
const STEP_MS = 30;

give({ drifting, motion, steady });
