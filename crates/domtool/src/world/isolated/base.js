// What the other parts stand on: time, and the way from a node to what it is shown in.

const LONGEST = 300;
const collapse = (text) => text.replace(/\s+/g, " ").trim();

// A timer of ours; what it gives stops it. Chromium's record of a page's timers tells it from the page's own, as it is an
// interval that stops itself, and intervals are not waited for.
const later = (ms, act) => {
  const timer = setInterval(() => {
    clearInterval(timer);
    act();
  }, ms);
  return () => clearInterval(timer);
};

const frame = () =>
  new Promise((resolve) => {
    // A frame that is not rendered never calls back; time goes on all the same.
    const stop = later(100, resolve);
    requestAnimationFrame(() => {
      stop();
      resolve();
    });
  });

const twoFrames = async () => {
  await frame();
  await frame();
};

// A message to ourselves: those that the page posted before came before.
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

// Milliseconds that all frames of a process count alike.
const clock = () => performance.timeOrigin + performance.now();
const up = (node) => dom.assignedSlot(node) ?? dom.parentNode(node) ?? dom.host(node) ?? null;

// More steps than any tree is deep: every walk has an end.
const MOST_UP = 50_000;

// A node, and all that it is shown in.
function* upwards(node) {
  for (let left = MOST_UP; node && left > 0; left--, node = up(node)) yield node;
}

// The shadow roots that a node is in, the innermost first.
const shadowRootsAround = (node) => {
  const found = [];
  for (let root = dom.getRootNode(node); dom.host(root) && found.length < MOST_UP; root = dom.getRootNode(dom.host(root)))
    found.push(root);
  return found;
};

// The element that a pseudo-element belongs to; any node is itself.
const originOf = (node) => (dom.nodeType(node) ? node : (node?.element ?? node));

const closest = (node, selector) => {
  for (const around of upwards(node))
    if (dom.nodeType(around) === Node.ELEMENT_NODE && dom.matches(around, selector)) return around;
  return null;
};

give({ clock, frame, handled, twoFrames });
