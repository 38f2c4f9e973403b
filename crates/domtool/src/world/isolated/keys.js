// Whether keys arrived, heard at the window before any listener of the page.

let keyed = null; // {element: as the window sees it, or null for any, keys, reached}

// Seen from the window, what is in a closed shadow root is the root's host.
const seenFromWindow = (element) => {
  let seen = element;
  for (const root of shadowRootsAround(element)) if (dom.mode(root) === "closed") seen = dom.host(root);
  return seen;
};

const hearKey = (event) => {
  if (!keyed || !event.isTrusted) return;
  keyed.keys++;
  if (keyed.element && event.composedPath().includes(keyed.element)) keyed.reached = true;
};
dom.addEventListener(window, "keydown", hearKey, { capture: true, passive: true });

const listenForKeys = (element) => {
  keyed = { element: seenFromWindow(element), keys: 0, reached: false };
};

const listenForAnyKeys = () => {
  keyed = { element: null, keys: 0, reached: false };
};

const keysHeard = () => {
  const { keys, reached } = keyed ?? { keys: 0, reached: false };
  keyed = null;
  return { keys, reached };
};

give({ keysHeard, listenForAnyKeys, listenForKeys });
