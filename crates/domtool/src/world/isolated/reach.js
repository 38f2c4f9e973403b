// Whether a press can reach an element: at rest, in view, and not under something else.

// Waits until the element has the same box in two frames running, at most `ms`.
const steady = async (element, ms) => {
  const end = performance.now() + ms;
  const read = () => {
    const b = element.getBoundingClientRect();
    return [b.x, b.y, b.width, b.height];
  };
  let last = read();
  for (;;) {
    await frame();
    const now = read();
    if (now.every((v, i) => v === last[i])) return true;
    if (performance.now() > end) return false;
    last = now;
  }
};

const OPERABLE =
  "a[href],button,input:not([type=hidden]),select,textarea,summary,[onclick],[tabindex],[contenteditable=''],[contenteditable=true]," +
  "[role=button],[role=link],[role=checkbox],[role=radio],[role=switch],[role=tab],[role=option],[role=menuitem]";

// What the node that a point hits is to the element that is meant: "itself", "inside" it, a "child" (an operable one
// inside it), its "label", "around" it, or "other".
const relation = (target, hit) => {
  hit = origin(hit);
  if (hit === target) return "itself";
  let child = false;
  for (let node = hit; node; node = up(node)) {
    if (node === target) {
      if (!child) return "inside";
      return target.localName === "label" ? "inside" : "child";
    }
    if (node.localName === "label" && node.control === target) return "label";
    if (node.nodeType === Node.ELEMENT_NODE && node.matches(OPERABLE)) child = true;
  }
  // Light nodes shown in a slot of a closed shadow root do not know of their slot; the slot knows of them.
  for (const slot of target.querySelectorAll?.("slot") ?? []) {
    if (slot.assignedNodes({ flatten: true }).some((n) => n.contains(hit))) return "inside";
  }
  for (let node = up(target); node; node = up(node)) if (node === hit) return "around";
  return "other";
};

// Whether a node, or something around it, moves, is being animated, or is on its way out.
const passing = async (node) => {
  node = origin(node);
  const element = node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement;
  const before = element?.getBoundingClientRect();
  for (const animation of document.getAnimations()) {
    const target = animation.effect?.target;
    if (animation.playState !== "running" || !target) continue;
    if (!Number.isFinite(animation.effect.getComputedTiming().endTime)) continue;
    for (let n = node; n; n = up(n)) if (n === target) return true;
  }
  await frame();
  if (!element?.isConnected) return true;
  const now = element.getBoundingClientRect();
  return now.x !== before.x || now.y !== before.y || now.width !== before.width || now.height !== before.height;
};

// Of a keyframe `offset` is its time; the property of that name is `cssOffset` there (Web Animations, "property name conversion").
const MOVES = /^(left|top|right|bottom|inset|margin|padding|transform|translate|rotate|scale|offset[-A-Z]|cssOffset|width|height|min[-A-Z]|max[-A-Z]|flex|gap)/;

// Whether an element, or what it is in, is being moved and will come to rest. Colours and shadows move nothing.
const drifting = (element) => {
  for (let node = element; node; node = up(node)) {
    for (const animation of node.getAnimations?.() ?? []) {
      if (animation.playState !== "running" || !Number.isFinite(animation.effect?.getComputedTiming().endTime ?? Infinity)) continue;
      const properties = animation.transitionProperty ? [animation.transitionProperty] : animation.effect.getKeyframes().flatMap(Object.keys);
      if (node.nodeType === Node.ELEMENT_NODE && properties.some((name) => MOVES.test(name))) return true;
    }
  }
  return false;
};

// Whether what covers stays where it is while the page scrolls under it, and leaves room beside it.
const pinned = (node) => {
  for (node = origin(node); node; node = up(node)) {
    if (node.nodeType !== Node.ELEMENT_NODE || !/fixed|sticky/.test(getComputedStyle(node).position)) continue;
    const box = node.getBoundingClientRect();
    return box.width * box.height < (innerWidth * innerHeight) / 2;
  }
  return false;
};

const bring = (element, block) => {
  element.scrollIntoView({ block, inline: "nearest", behavior: "instant" });
};

const labelOf = (element) => {
  for (const label of element.labels ?? []) if (label.getClientRects().length > 0) return label;
  return null;
};

Object.assign(domtool, { bring, drifting, labelOf, passing, pinned, relation, steady });
