// Who is listened for by something around it: what frameworks that listen on a root keep on the page's own objects, and what
// handlers for a whole page look for. Those objects are the page's, so this runs in its own world; it reads, calls none of
// the page's functions (but jQuery's reading of its own store), and leaves nothing. Answers what was found as JSON (beside
// it what windows hear), then the elements.
(() => {
  "use strict";
  const MOST_FOUND = 500;
  const MOST_WALKED = 20000;
  const MOST_MATCHED = 200; // what a selector finds more often than this is no control
  const LONGEST_SOURCE = 20000;
  const LONGEST_TEXT = 120;
  const NATIVE = "a[href],button,input,select,textarea,summary,option,[contenteditable]";
  const POINTED = ["click", "dblclick", "mousedown", "mouseup", "pointerdown", "pointerup", "contextmenu", "touchstart", "touchend"];

  const found = new Map(); // element -> the events that are heard for it
  const windows = new Set();

  const hear = (element, type) => {
    const types = found.get(element);
    if (types) types.add(type);
    else if (found.size < MOST_FOUND) found.set(element, new Set([type]));
  };

  const api = typeof getEventListeners === "function" && /\[(Command Line API|native code)\]/.test(String(getEventListeners));
  const listeners = (target) => (api && target ? getEventListeners(target) : {});
  const select = (root, selector) => {
    try {
      return [...root.querySelectorAll(selector)];
    } catch {
      return []; // of a dialect of its own, as jQuery's
    }
  };

  // --- handlers that name what they look for -----------------------------------------------------------------------

  const kebab = (name) => name.replace(/[A-Z]/g, (letter) => "-" + letter.toLowerCase());
  const selectors = (source) => {
    const named = [];
    const asked = /(!\s*)?[\w$.?]*\.(closest|matches|contains)\(\s*(["'`])([^"'`]{1,120})\3\s*\)(\s*\)?\s*\{?\s*return\b)?/g;
    for (const [, not, method, , text, leaves] of source.matchAll(asked)) {
      // What a handler leaves alone, or closes when the click was outside of it, is not what it acts on.
      if (!not && !leaves) named.push(method === "contains" ? "." + CSS.escape(text) : text);
    }
    for (const [, text] of source.matchAll(/(?:tagName|nodeName|localName)\s*===?\s*["'](\w+)["']/g)) named.push(text.toLowerCase());
    for (const [, key] of source.matchAll(/\.target\.dataset\.(\w+)/g)) named.push(`[data-${kebab(key)}]`);
    return named;
  };

  const byName = (root, target) => {
    const all = listeners(target);
    for (const type of [...POINTED, "mouseover"]) {
      for (const { listener } of all[type] ?? []) {
        const source = typeof listener === "function" ? Function.prototype.toString.call(listener) : "";
        if (source.length > LONGEST_SOURCE) continue;
        for (const selector of selectors(source)) {
          const matched = select(root, selector);
          if (matched.length > MOST_MATCHED) continue;
          for (const element of matched) {
            const whole = element.querySelector(NATIVE) || element.textContent.length > LONGEST_TEXT;
            if (!whole && !element.closest(NATIVE + ",label") && !element.matches("html,body")) hear(element, type);
          }
        }
      }
    }
  };

  // --- frameworks --------------------------------------------------------------------------------------------------

  const keysOf = (target) => Object.keys(target ?? {});
  const has = (target, start) => keysOf(target).some((key) => key.startsWith(start));

  const react = (element, props) => {
    for (const [key, value] of Object.entries(props ?? {})) {
      if (typeof value !== "function" || !/^on[A-Z]/.test(key)) continue;
      const type = key.slice(2).replace(/Capture$/, "").toLowerCase();
      hear(element, type === "doubleclick" ? "dblclick" : type);
    }
  };

  const jquery = (container, events) => {
    for (const handlers of Object.values(events ?? {})) {
      if (!Array.isArray(handlers)) continue;
      for (const { selector, origType, type } of handlers) {
        if (typeof selector !== "string") continue;
        for (const element of select(container, selector)) hear(element, origType ?? type);
      }
    }
  };
  const stored = typeof jQuery === "function" && typeof jQuery._data === "function" ? jQuery : null;

  // The marks on one element (or root).
  const marks = (target) => {
    for (const key of keysOf(target)) {
      if (key.startsWith("__reactProps$") || key.startsWith("__reactEventHandlers$")) react(target, target[key]);
      else if (/^jQuery\d/.test(key)) jquery(target, target[key]?.events ?? stored?._data(target, "events"));
      else if (key.startsWith("$$") && typeof target[key] === "function") hear(target, key.slice(2));
      else if (/^__[a-z]+$/.test(key) && (typeof target[key] === "function" || Array.isArray(target[key]))) hear(target, key.slice(2));
    }
  };

  const visit = (root) => {
    const view = root.defaultView;
    const roots = [view, root, root.documentElement, root.body].filter(Boolean);
    for (const type of Object.keys(listeners(view))) windows.add(type);
    for (const target of roots) byName(root, target);
    const frameworks =
      stored || (view ?? window).__svelte || has(root, "_$DX_") || has(root.ownerDocument ?? root, "_$DX_") ||
      has(root.ownerDocument ?? root, "_reactListen") || has(root, "_reactListen") || roots.some((target) => target !== view && has(target, "jQuery"));
    if (frameworks && root.documentElement) marks(root);
    const elements = root.querySelectorAll("*");
    const most = Math.min(elements.length, MOST_WALKED);
    for (let i = 0; i < most; i++) {
      const element = elements[i];
      if (frameworks) marks(element);
      if (element.shadowRoot) visit(element.shadowRoot);
    }
  };
  visit(document);
  const elements = [...found.keys()];
  const told = { windows: api ? [...windows] : null, events: elements.map((element) => [...found.get(element)]) };
  return [JSON.stringify(told), ...elements];
})()
