// Whether keys arrived, heard at the window before any listener of the page.

/** @type {{ keys: number, reached: boolean, plain: boolean, element: Element | null } | null} */
let keyed = null; // the element as the window sees it, or null for any

// Seen from the window, what is in a closed shadow root is the root's host.
/** @param {Element} element */
const seenFromWindow = (element) => {
  let seen = element;
  for (const root of shadowRootsAround(element)) if (dom.mode(root) === "closed") seen = dom.host(root) ?? seen;
  return seen;
};

const TEXTS = ["editable", "textarea", "email", "password", "search", "tel", "text", "url"];

// What is written into and offers nothing: no list opens by the arrow keys.
/** @param {EventTarget | undefined} target */
const plainText = (target) =>
  isElement(target) &&
  !dom.matches(target, "[role=combobox],[aria-expanded],[aria-autocomplete],[aria-haspopup],[list]") &&
  TEXTS.includes(kindOf(target));

/** @param {KeyboardEvent} event */
const hearKey = (event) => {
  if (!keyed || !event.isTrusted) return;
  const path = event.composedPath();
  keyed.plain = plainText(path[0]);
  keyed.keys++;
  if (keyed.element && path.includes(keyed.element)) keyed.reached = true;
};
listen("keydown", hearKey);

/** @param {Element} element */
const listenForKeys = (element) => {
  keyed = { element: seenFromWindow(element), keys: 0, reached: false, plain: false };
  // That the element got the focus for them is not their doing.
  itself = false;
};

const listenForAnyKeys = () => {
  keyed = { element: null, keys: 0, reached: false, plain: false };
};

const keysHeard = () => {
  const { keys, reached, plain } = keyed ?? { keys: 0, reached: false, plain: false };
  keyed = null;
  return { keys, reached, plain, first: reopened === 0 };
};

give({ keysHeard, listenForAnyKeys, listenForKeys });
