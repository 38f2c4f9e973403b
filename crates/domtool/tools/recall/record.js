'use strict';
// Runs before a page's own scripts: notes who listens to what, and the roots of closed shadow trees, for list.js.
(() => {
  /** @type {WeakMap<EventTarget, Map<string, Set<unknown>>>} */
  const heard = new WeakMap();
  /** @type {WeakMap<Element, ShadowRoot>} */
  const roots = new WeakMap();
  const add = EventTarget.prototype.addEventListener;
  const remove = EventTarget.prototype.removeEventListener;
  const attach = Element.prototype.attachShadow;
  EventTarget.prototype.addEventListener = function (type, handler, options) {
    const target = this ?? window;
    if (handler) {
      const kinds = heard.get(target) ?? new Map();
      heard.set(target, kinds);
      kinds.set(type, (kinds.get(type) ?? new Set()).add(handler));
    }
    return add.call(target, type, handler, options);
  };
  EventTarget.prototype.removeEventListener = function (type, handler, options) {
    const target = this ?? window;
    heard.get(target)?.get(type)?.delete(handler);
    return remove.call(target, type, handler, options);
  };
  Element.prototype.attachShadow = function (options) {
    const root = attach.call(this, options);
    roots.set(this, root);
    return root;
  };
  Object.defineProperty(window, '__recall', { value: { heard, roots } });
})();
