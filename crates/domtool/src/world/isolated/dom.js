// How the other parts read nodes: `dom.parentNode(node)`, never `node.parentNode`.
//
// A field named `parentNode` takes the place of that property on its form, in this world too (HTML, [LegacyOverrideBuiltIns]);
// so do images, frames and objects on the document, and elements with an id on the window. The prototypes of this world are
// out of the page's reach, so every getter and method is taken from there. `cargo xtask check` forbids the raw words elsewhere.
//
// Nothing has no properties, and a node none that its prototypes lack: both read as undefined.

// prettier-ignore
const PROPERTIES = /** @type {const} */ ([
  "accept", "activeElement", "adoptedStyleSheets", "ariaControlsElements", "assignedSlot", "body", "checked", "childElementCount", "childNodes", "children",
  "classList", "clientHeight", "clientLeft", "clientTop", "clientWidth", "contentDocument", "contentWindow", "control", "currentTime",
  "data", "disabled", "documentElement", "elements", "files", "firstChild", "firstElementChild", "form", "forms", "fullscreenElement", "hidden", "id",
  "implementation", "indeterminate", "innerText", "isConnected", "isContentEditable", "label", "labels", "list", "localName", "maxLength",
  "mode", "multiple", "name", "nextElementSibling", "nodeName", "nodeType", "open", "options", "ownerDocument", "parentElement", "parentNode", "prerendering",
  "readOnly", "readyState", "scrollHeight", "scrollLeft", "scrollTop", "scrollWidth", "scrollingElement", "selected", "selectedIndex",
  "selectionEnd", "selectionStart", "shadowRoot", "style", "styleSheets", "tabIndex", "tagName", "textContent", "timeline", "type", "validationMessage", "validity", "value",
  "valueAsNumber", "webkitdirectory", "willValidate",
]);
// prettier-ignore
const METHODS = /** @type {const} */ ([
  "addEventListener", "assignedElements", "assignedNodes", "blur", "checkVisibility", "closest", "contains", "createElement", "createRange",
  "createTreeWalker", "dispatchEvent", "elementFromPoint", "evaluate", "execCommand", "getAnimations", "getAttribute", "getBoundingClientRect", "getClientRects",
  "getElementById", "getElementsByTagName", "getRootNode", "hasAttribute", "hasFocus", "matches", "querySelector", "querySelectorAll",
  "removeEventListener", "requestSubmit", "scrollIntoView", "scrollTo", "select", "setAttribute", "setSelectionRange",
]);

// The getter, setter or method of a name that a prototype has or inherits. What a window has by an element's id is not enumerable;
// what an interface declares is.
/** @param {object} prototype @param {string} name @param {"get" | "set" | "value"} part */
const declared = (prototype, name, part) => {
  for (let own; prototype; prototype = Object.getPrototypeOf(prototype)) {
    own = Object.getOwnPropertyDescriptor(prototype, name);
    if (own?.enumerable) return own[part] ?? null;
  }
  return null;
};

// Finds a member of any object, also of another frame's: kinds of elements differ in what they have. Each prototype is searched once.
/** @param {string} name @param {"get" | "set" | "value"} part */
const finder = (name, part) => {
  const known = new WeakMap();
  return (/** @type {object} */ object) => {
    const prototype = Object.getPrototypeOf(object);
    let member = known.get(prototype);
    if (member === undefined) known.set(prototype, (member = declared(prototype, name, part)));
    return member;
  };
};

// What every node, or every element, has in the same way is taken at once: as fast as the raw read. No kind of element declares
// one of these names anew.
/** @param {string} name */
const owner = (name) => [EventTarget, Node, Element, HTMLElement].find((kind) => Object.hasOwn(kind.prototype, name));

/** @param {string} name */
const getter = (name) => {
  const find = finder(name, "get");
  const kind = owner(name);
  const get = kind && declared(kind.prototype, name, "get");
  return (/** @type {Maybe<object>} */ node) => {
    if (node === null || node === undefined) return undefined;
    if (get && node instanceof kind) return get.call(node);
    return find(node)?.call(node);
  };
};

/** @param {string} name */
const method = (name) => {
  const find = finder(name, "value");
  const kind = owner(name);
  const call = kind && declared(kind.prototype, name, "value");
  return (/** @type {Maybe<object>} */ node, /** @type {...any} */ ...args) => {
    if (node === null || node === undefined) return undefined;
    if (call && (kind === EventTarget || node instanceof kind)) return call.apply(node, args);
    return find(node)?.apply(node, args);
  };
};

const dom = /** @type {Dom} */ ({
  // Whether it has a method.
  can: (node, name) => typeof declared(Object.getPrototypeOf(node), name, "value") === "function",
  set: (node, name, value) => declared(Object.getPrototypeOf(node), name, "set")?.call(node, value),
});
for (const name of PROPERTIES) /** @type {any} */ (dom)[name] = getter(name);
for (const name of METHODS) /** @type {any} */ (dom)[name] = method(name);
// Links have a `host` too, that of their address.
const hostOf = getter("host");
dom.host = (/** @type {Maybe<object>} */ node) => (dom.nodeType(node) === Node.DOCUMENT_FRAGMENT_NODE ? hostOf(node) : undefined);
