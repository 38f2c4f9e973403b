// Who is listened for by something around it: what frameworks that listen on a root keep on the page's own objects, and what
// handlers for a whole page look for. Those objects are the page's, so this runs in its own world.
//
// The page must not notice, whatever it has put in the place of a built-in or on a prototype. So every built-in is taken here, before
// the page's own scripts run where that is possible, and called by `apply`; nothing is iterated (the page may own the iterators), and
// what is made here has no prototype. Properties of the page's objects are read from their descriptors, so no getter runs, and no
// function of the page is called. Only a proxy on a page that was there before domtool could notice that it was looked at.
//
// Gives a function that takes `getEventListeners` and gives the look: it answers what was found as JSON (beside it what windows
// hear), then the elements.
(() => {
  "use strict";
  const MOST_FOUND = 500;
  const MOST_WALKED = 20000;
  const MOST_MATCHED = 200; // what a selector finds more often than this is no control
  const MOST_NESTED = 12; // levels between what a handler names and what it names around that
  const MOST_CONTAINERS = 100; // elements that listen for what is in them
  const MOST_UP = 10000; // steps from a node to its root
  const LONGEST_SOURCE = 20000;
  const LONGEST_TEXT = 120;
  const NATIVE = "a[href],button,input,select,textarea,summary,option,[contenteditable]";
  const POINTED = [
    "click",
    "dblclick",
    "mousedown",
    "mouseup",
    "pointerdown",
    "pointerup",
    "contextmenu",
    "touchstart",
    "touchend",
    "mouseover",
  ];

  // --- built-ins, and nodes past what fields and images put in the place of their properties -------------------------------

  const page = window;
  const { apply } = Reflect;
  const { getOwnPropertyDescriptor: describe, hasOwn, keys, setPrototypeOf } = Object;
  const { isArray } = Array;
  const { stringify } = JSON;
  const { exec } = RegExp.prototype;
  const { slice, toLowerCase } = String.prototype;
  const { toString: sourceOf } = Function.prototype;
  const Table = Map;
  const { get: tableGet, set: tableSet, has: tableHas } = Map.prototype;
  /** @param {object} prototype @param {PropertyKey} key */
  const getterOf = (prototype, key) => {
    const { get } = /** @type {{ get: Function }} */ (describe(prototype, key));
    return (/** @type {any} */ node) => apply(get, node, []);
  };
  const parentOf = getterOf(Node.prototype, "parentNode");
  const typeOf = getterOf(Node.prototype, "nodeType");
  const textOf = getterOf(Node.prototype, "textContent");
  const shadowOf = getterOf(Element.prototype, "shadowRoot");
  const childrenOf = getterOf(Element.prototype, "childElementCount");
  const rootOf = getterOf(Document.prototype, "documentElement");
  const bodyOf = getterOf(Document.prototype, "body");
  const countOf = getterOf(NodeList.prototype, "length");
  /** @type {Record<number, Function>} */
  const searches = /** @type {any} */ ({
    __proto__: null,
    1: Element.prototype.querySelectorAll,
    9: Document.prototype.querySelectorAll,
    11: DocumentFragment.prototype.querySelectorAll,
  });
  /** @param {Document | ShadowRoot | Element} root @param {string} selector */
  const all = (root, selector) => apply(searches[typeOf(root)], root, [selector]);
  /** @param {Document | ShadowRoot | Element} root @param {string} selector */
  const select = (root, selector) => {
    try {
      return all(root, selector);
    } catch {
      return null; // of a dialect of its own, as jQuery's
    }
  };

  // Lists without a prototype, so that no setter of the page hears of what is put in.
  const listOf = () => setPrototypeOf([], null);
  /** @param {unknown} value */
  const isObject = (value) => (typeof value === "object" && value !== null) || typeof value === "function";
  // What an object holds itself under a key; nothing where a getter would answer.
  /** @param {unknown} object @param {PropertyKey} key */
  const own = (object, key) => {
    if (!isObject(object)) return undefined;
    const descriptor = describe(object, key);
    // That of a getter inherits what the page has put on `Object.prototype`.
    return descriptor !== undefined && hasOwn(descriptor, "value") ? descriptor.value : undefined;
  };
  /** @param {unknown} object */
  const keysOf = (object) => (isObject(object) ? keys(object) : listOf());
  /** @param {string} text @param {string} start */
  const starts = (text, start) => {
    for (let i = 0; i < start.length; i++) if (text[i] !== start[i]) return false;
    return true;
  };
  /** @param {string} text @param {number} from */
  const rest = (text, from) => apply(slice, text, [from]);
  /** @param {string} text */
  const lower = (text) => apply(toLowerCase, text, []);
  /** @param {RegExp} pattern @param {string} text */
  const matched = (pattern, text) => apply(exec, pattern, [text]);

  /** @param {unknown} listenersOf */
  const lookWith = (listenersOf) => () => {
    const found = new Table(); // element -> {events}
    const elements = listOf();
    /** @type {Record<string, boolean>} */
    const windows = /** @type {any} */ ({ __proto__: null });

    /** @param {Element} element @param {string} type */
    const hear = (element, type) => {
      const types = apply(tableGet, found, [element]);
      if (types) types[type] = true;
      else if (elements.length < MOST_FOUND) {
        apply(tableSet, found, [element, { __proto__: null, [type]: true }]);
        elements[elements.length] = element;
      }
    };

    const api =
      typeof listenersOf === "function" &&
      matched(/\[(Command Line API|native code)\]/, apply(sourceOf, listenersOf, [])) !== null;
    /** @param {any} target */
    const listeners = (target) => (api && target ? listenersOf(target) : null);

    // --- handlers that name what they look for ---------------------------------------------------------------------

    /** @param {string} name */
    const kebab = (name) => {
      let text = "";
      for (let i = 0; i < name.length; i++) text += lower(name[i]) === name[i] ? name[i] : "-" + lower(name[i]);
      return text;
    };
    const read = new Table(); // source -> the selectors in it: many elements may have one handler
    /** @param {string} source */
    const selectors = (source) => {
      const known = apply(tableGet, read, [source]);
      if (known) return known;
      const named = listOf();
      apply(tableSet, read, [source, named]);
      /** @param {string} text */
      const name = (text) => (named[named.length] = text);
      const asked = /(!\s*)?[\w$.?]*\.(closest|matches|contains)\(\s*(["'`])([^"'`]{1,120})\3\s*\)(\s*\)?\s*\{?\s*return\b)?/g;
      for (let match; (match = matched(asked, source)) !== null;) {
        // What a handler leaves alone, or closes when the click was outside of it, is not what it acts on.
        if (match[1] || match[5]) continue;
        if (match[2] !== "contains") name(match[4]);
        else if (matched(/^[\w-]+$/, match[4]) !== null) name("." + match[4]);
      }
      const tags = /(?:tagName|nodeName|localName)\s*===?\s*["'](\w+)["']/g;
      for (let match; (match = matched(tags, source)) !== null;) name(lower(match[1]));
      const data = /\.target\.dataset\.(\w+)/g;
      for (let match; (match = matched(data, source)) !== null;) name(`[data-${kebab(match[1])}]`);
      return named;
    };

    const controls = new Table(); // root -> a table of its controls and labels
    /** @param {Document | ShadowRoot} root @param {Element} element */
    const inControl = (root, element) => {
      let known = apply(tableGet, controls, [root]);
      if (!known) {
        known = new Table();
        const list = all(root, NATIVE + ",label");
        for (let i = 0, count = countOf(list); i < count; i++) apply(tableSet, known, [list[i], true]);
        apply(tableSet, controls, [root, known]);
      }
      for (let node = element, left = MOST_UP; node && left > 0; left--, node = parentOf(node))
        if (apply(tableHas, known, [node])) return true;
      return false;
    };

    // What the handlers of a target name, within a root or an element of it. Says whether there are any.
    /** @param {Document | ShadowRoot} root @param {any} target @param {Document | ShadowRoot | Element} within */
    const byName = (root, target, within = root) => {
      const known = listeners(target);
      let names = false;
      for (let t = 0; known && t < POINTED.length; t++) {
        const heard = own(known, POINTED[t]);
        for (let h = 0; heard && h < heard.length; h++) {
          const listener = own(heard[h], "listener");
          const source = typeof listener === "function" ? apply(sourceOf, listener, []) : "";
          if (source.length > LONGEST_SOURCE) continue;
          const named = selectors(source);
          names ||= named.length > 0;
          const found = listOf();
          const around = new Table(); // what of a handler's finds contains another: it only looks there (`named-around`)
          for (let s = 0; s < named.length; s++) {
            const list = select(within, named[s]);
            const count = list ? countOf(list) : 0;
            if (count > MOST_MATCHED) continue;
            for (let i = 0; i < count; i++) {
              const element = list[i];
              const whole = textOf(element).length > LONGEST_TEXT || countOf(all(element, NATIVE)) > 0;
              if (whole || element === rootOf(document) || element === bodyOf(document) || inControl(root, element)) continue;
              found[found.length] = element;
              for (let outer = parentOf(element), left = MOST_NESTED; outer && left > 0; left--, outer = parentOf(outer))
                apply(tableSet, around, [outer, true]);
            }
          }
          for (let f = 0; f < found.length; f++) if (!apply(tableHas, around, [found[f]])) hear(found[f], POINTED[t]);
        }
      }
      return names;
    };

    // --- frameworks ------------------------------------------------------------------------------------------------

    /** @param {any} target @param {string} start */
    const has = (target, start) => {
      const names = keysOf(target);
      for (let i = 0; i < names.length; i++) if (starts(names[i], start)) return true;
      return false;
    };

    /** @param {Element} element @param {unknown} props */
    const react = (element, props) => {
      const names = keysOf(props);
      for (let i = 0; i < names.length; i++) {
        if (matched(/^on[A-Z]/, names[i]) === null || typeof own(props, names[i]) !== "function") continue;
        const type = lower(matched(/^on(.*?)(?:Capture)?$/, names[i])?.[1] ?? "");
        hear(element, type === "doubleclick" ? "dblclick" : type);
      }
    };

    /** @param {any} container @param {unknown} events */
    const jquery = (container, events) => {
      const names = keysOf(events);
      for (let n = 0; n < names.length; n++) {
        const handlers = own(events, names[n]);
        const count = isArray(handlers) ? own(handlers, "length") : 0;
        for (let h = 0; h < count && h < MOST_FOUND; h++) {
          const handler = own(handlers, h);
          const selector = own(handler, "selector");
          const type = own(handler, "origType") ?? own(handler, "type");
          const list = typeof selector === "string" && typeof type === "string" ? select(container, selector) : null;
          for (let i = 0, all = list ? countOf(list) : 0; i < all; i++) hear(list[i], type);
        }
      }
    };
    // Where jQuery 1 keeps what elements have only the number of.
    const store = own(own(page, "jQuery"), "cache");

    // The marks on one element (or root).
    /** @param {any} target */
    const marks = (target) => {
      const names = keysOf(target);
      for (let i = 0; i < names.length; i++) {
        const key = names[i];
        if (key[0] !== "_" && key[0] !== "$" && key[0] !== "j") continue;
        const value = own(target, key);
        if (starts(key, "__reactProps$") || starts(key, "__reactEventHandlers$")) react(target, value);
        else if (matched(/^jQuery\d/, key) !== null)
          jquery(target, own(value, "events") ?? own(own(store, isObject(value) ? "" : value), "events"));
        else if (starts(key, "$$") && typeof value === "function") hear(target, rest(key, 2));
        else if ((typeof value === "function" || isArray(value)) && matched(/^__[a-z]+$/, key) !== null)
          hear(target, rest(key, 2));
      }
    };

    /** @param {Document | ShadowRoot} root */
    const visit = (root) => {
      const whole = typeOf(root) === 9;
      if (whole) {
        const heard = keysOf(listeners(page));
        for (let i = 0; i < heard.length; i++) windows[heard[i]] = true;
        byName(root, page);
      }
      byName(root, root);
      const html = whole ? rootOf(root) : null;
      const body = whole ? bodyOf(root) : null;
      if (html) byName(root, html);
      if (body) byName(root, body);
      const frameworks =
        store ||
        own(page, "__svelte") ||
        has(document, "_$DX_") ||
        has(document, "_reactListen") ||
        has(root, "_reactListen") ||
        has(root, "jQuery") ||
        has(html, "jQuery") ||
        has(body, "jQuery");
      if (frameworks && html) marks(root);
      const list = all(root, "*");
      for (let i = 0, containers = 0, count = countOf(list); i < count && i < MOST_WALKED; i++) {
        const element = list[i];
        if (frameworks) marks(element);
        if (containers < MOST_CONTAINERS && element !== html && element !== body && childrenOf(element) > 0)
          containers += byName(root, element, element) ? 1 : 0;
        const shadow = shadowOf(element);
        if (shadow) visit(shadow);
      }
    };
    visit(document);

    /** @param {string[]} names */
    const quoted = (names) => {
      let text = "";
      for (let i = 0; i < names.length; i++) text += (i > 0 ? "," : "") + stringify(names[i]);
      return `[${text}]`;
    };
    let events = "";
    const answer = listOf();
    for (let i = 0; i < elements.length; i++) {
      events += (i > 0 ? "," : "") + quoted(keys(apply(tableGet, found, [elements[i]])));
      answer[i + 1] = elements[i];
    }
    answer[0] = `{"windows":${api ? quoted(keys(windows)) : null},"events":[${events}]}`;
    return answer;
  };
  return lookWith;
})();
