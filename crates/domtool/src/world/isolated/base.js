// What the other parts stand on: time, and the way from a node to what it is shown in.

const LONGEST = 300;
const collapse = (text) => text.replace(/\s+/g, " ").trim();

const frame = () =>
  new Promise((resolve) => {
    // A frame that is not rendered never calls back; time goes on all the same.
    const timer = setTimeout(resolve, 100);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });

const frames = async () => {
  await frame();
  await frame();
};

// Milliseconds that all frames of a process count alike.
const clock = () => performance.timeOrigin + performance.now();
const up = (node) => node.assignedSlot ?? node.parentNode ?? node.host ?? null;

// The element that a pseudo-element belongs to; any node is itself.
const origin = (node) => (node instanceof Node ? node : (node?.element ?? node));

const closest = (node, selector) => {
  for (; node; node = up(node)) if (node.nodeType === Node.ELEMENT_NODE && node.matches(selector)) return node;
  return null;
};

Object.assign(domtool, { clock, frames });
