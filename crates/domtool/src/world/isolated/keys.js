// Whether keys arrived, heard at the window before any listener of the page.

/** @type {{ keys: number, reached: boolean, element: Element | null } | null} */
let keyed = null; // the element as the window sees it, or null for any

// Seen from the window, what is in a closed shadow root is the root's host.
/** @param {Element} element */
const seenFromWindow = (element) => {
  let seen = element;
  for (const root of shadowRootsAround(element)) if (dom.mode(root) === "closed") seen = dom.host(root) ?? seen;
  return seen;
};

/** @param {KeyboardEvent} event */
const hearKey = (event) => {
  if (!keyed || !event.isTrusted) return;
  keyed.keys++;
  if (keyed.element && event.composedPath().includes(keyed.element)) keyed.reached = true;
};
listen("keydown", hearKey);

/** @param {Element} element */
const listenForKeys = (element) => {
  keyed = { element: seenFromWindow(element), keys: 0, reached: false };
};

const listenForAnyKeys = () => {
  keyed = { element: null, keys: 0, reached: false };
};

const keysHeard = () => {
  const { keys, reached } = keyed ?? { keys: 0, reached: false };
  keyed = null;
  return { keys, reached, first: reopened === 0 };
};

give({ keysHeard, listenForAnyKeys, listenForKeys });
