// The helpers of domtool in a frame, in an isolated world that the page cannot see. Loaded before the page's own
// scripts. Each function is called by name from Rust (see world/mod.rs) and answers plain data.
"use strict";

globalThis.domtool ??= (() => {
  const AMBIENT_MS = 1500; // what changed this shortly before an action is the page's own ticking
  const PASSING_MS = 15000; // a text that goes within this time was a passing message
  const MOST_MESSAGES = 50;
  const MOST_PASSING = 100;
  const LONGEST = 300;
  const LIVE = "[role=alert],[role=status],[role=log],[aria-live]:not([aria-live=off]),output";

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

  // --- what changed, and which texts a person would have noticed ---------------------------------------------------

  const touched = new WeakMap(); // node -> when it last changed while no action ran
  let marked = null; // when the action began
  let markedTimeline = 0;
  let caused = 0;
  let messages = [];
  let fleeting = []; // texts that appeared and may go again: {node, text, at, live}
  let waiters = [];

  const ambient = (node) => {
    // The node itself, or what it is directly in: a clock replaces its text, or the element around it.
    return [node, node.parentNode].some((n) => n && marked - (touched.get(n) ?? -Infinity) < AMBIENT_MS);
  };

  const shown = (node) => {
    const element = node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement;
    return !!element && element.isConnected && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };

  const say = (text, at, gone) => {
    if (messages.length < MOST_MESSAGES && !messages.some((m) => m.text === text)) messages.push({ text, at, gone });
  };

  const appeared = (node) => {
    if (node.nodeType !== Node.ELEMENT_NODE && node.nodeType !== Node.TEXT_NODE) return;
    if (document.readyState !== "complete") return; // what comes with the page is no message
    const element = node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement;
    if (!element || /^(SCRIPT|STYLE|TEMPLATE|NOSCRIPT)$/.test(element.tagName)) return;
    if (element.closest("[data-no-ai]")) return;
    const live = element.closest(LIVE);
    const text = collapse((live ?? node).textContent ?? "");
    if (!text || text.length > LONGEST) return;
    const at = performance.now();
    fleeting = fleeting.filter((p) => at - p.at < PASSING_MS && p.node !== node).slice(-MOST_PASSING);
    fleeting.push({ node, text, at, live: !!live });
  };

  // Turns what appeared into messages: live regions at once, others when they are gone again.
  const sift = () => {
    const now = performance.now();
    fleeting = fleeting.filter((p) => {
      if (now - p.at > PASSING_MS) return false;
      const visible = shown(p.node);
      if (p.live && (visible || p.seen)) {
        say(p.text, p.at, !visible);
        return false;
      }
      if (visible) {
        p.seen = true;
        return true;
      }
      // Hidden again where it is; what was removed is told (or not) by how it was.
      if (p.seen && p.node.isConnected) {
        say(p.text, p.at, true);
        return false;
      }
      return true;
    });
  };

  // Something else came in its place (a counter, a list drawn anew): the diff tells of that, it is no message.
  const replaced = (record, records) =>
    records.some((other) => other.addedNodes.length > 0 && (other.target === record.target || other.target.contains(record.target)));

  const gone = (node, replaced, now) => {
    fleeting = fleeting.filter((f) => {
      if (!node.contains(f.node)) return true;
      if (!replaced && f.node === node && now - f.at > 30) say(f.text, f.at, true);
      return false;
    });
  };

  const heard = (records) => {
    const now = performance.now();
    noteChanges(records);
    for (const record of records) {
      if (marked === null) {
        // What the parser and the page's start do is no ticking.
        if (document.readyState === "complete") touched.set(record.target, now);
      } else if (!ambient(record.target)) caused++;
      if (record.type === "childList") {
        for (const node of record.addedNodes) if (marked === null || !ambient(record.target)) appeared(node);
        for (const node of record.removedNodes) gone(node, replaced(record, records), now);
      } else if (record.type === "characterData" && (marked === null || !ambient(record.target))) {
        if (record.target.parentElement?.closest(LIVE)) appeared(record.target);
      }
    }
    requestAnimationFrame(sift);
    const woken = waiters;
    waiters = [];
    for (const wake of woken) wake(true);
  };
  const observer = new MutationObserver(heard);
  const everything = { subtree: true, childList: true, characterData: true, attributes: true };

  const heardSince = new WeakMap(); // document or shadow root -> since when its changes are heard of
  const hear = (root) => {
    if (heardSince.has(root)) return;
    observer.observe(root, everything);
    heardSince.set(root, clock());
  };

  // The shadow roots that an element is in, closed ones too: an observer of the document does not see into them.
  const watchRoots = (element) => {
    for (let root = element.getRootNode(); root.host; root = root.host.getRootNode()) hear(root);
  };

  // --- whether an element still is what it was ---------------------------------------------------------------------

  const TELLING = /^(id|name|href|src|alt|value|for|title|placeholder|role|type|onclick|formaction|aria-(label|labelledby|rowindex|posinset)|data-.+)$/;
  const MOST_SEARCHED = 300;
  const changedAt = new WeakMap(); // node -> when it, or something in it, last changed in what tells it from others

  // Milliseconds that all frames of a process count alike.
  const clock = () => performance.timeOrigin + performance.now();

  const noteChanges = (records) => {
    const at = clock();
    for (const record of records) {
      if (record.type === "attributes" && !TELLING.test(record.attributeName)) continue;
      for (let node = record.target; node && changedAt.get(node) !== at; node = node.parentNode ?? node.host) changedAt.set(node, at);
    }
  };

  // Whether every root that a node is in, and every open one that is in it, was heard of all the time since a moment.
  // From now on they are.
  const heardAll = (node, since) => {
    const roots = new Set();
    for (let root = node.getRootNode(); root; root = root.host?.getRootNode()) roots.add(root);
    let left = MOST_SEARCHED;
    for (const inner of node.querySelectorAll?.("*") ?? []) {
      if (left-- === 0) break;
      if (inner.shadowRoot) roots.add(inner.shadowRoot);
    }
    let all = true;
    for (const root of roots) {
      all &&= heardSince.get(root) <= since;
      hear(root);
    }
    return all;
  };

  // A node and all whose changes can change what is shown in it: light nodes shown in its slots are below its hosts.
  const feeding = (node) => {
    const nodes = [node];
    if (node.localName !== "slot" && !node.querySelector?.("slot")) return nodes;
    for (let root = node.getRootNode(); root.host; root = root.host.getRootNode()) nodes.push(root.host);
    return nodes;
  };

  // What changed since a moment: "near" where an element, or what it stands in, may be another now; "elsewhere" in its
  // document; or "nothing".
  const changed = (element, since, ...watched) => {
    const records = observer.takeRecords();
    if (records.length > 0) heard(records);
    const sure = [element, ...watched]
      .flatMap(feeding)
      .map((node) => node.isConnected && heardAll(node, since) && !(changedAt.get(node) >= since));
    if (sure.includes(false)) return "near";
    return changedAt.get(document) >= since ? "elsewhere" : "nothing";
  };

  hear(document);

  const mark = () => {
    marked = performance.now();
    markedTimeline = document.timeline.currentTime ?? 0;
    caused = 0;
  };
  const unmark = () => {
    marked = null;
  };

  const beat = async () => {
    await frames();
    const mutations = caused;
    caused = 0;
    const animations = document.getAnimations().filter((a) => {
      if (a.playState !== "running" || (a.startTime ?? markedTimeline) < markedTimeline) return false;
      return Number.isFinite(a.effect?.getComputedTiming().endTime ?? Infinity);
    }).length;
    return { mutations, animations };
  };

  const frames = async () => {
    await frame();
    await frame();
  };

  const drain = () => {
    sift();
    const now = performance.now();
    const out = messages.map((m) => ({ text: m.text, age_ms: Math.round(now - m.at), gone: m.gone }));
    messages = [];
    return out;
  };

  // --- whether anything happens without a script, a style or a layout ------------------------------------------------

  // What a person does in a window that is shown, and scrolling that glides on: each of these runs a script of ours, and
  // that is what Rust looks for (see observe/proof.rs).
  let stirred = {};
  const stir = () => (stirred = {});
  for (const type of ["scroll", "input", "change", "toggle", "focus", "blur", "fullscreenchange"]) {
    addEventListener(type, stir, { capture: true, passive: true });
  }
  visualViewport?.addEventListener("scroll", stir, { passive: true });
  visualViewport?.addEventListener("resize", stir, { passive: true });

  const moving = () =>
    document.getAnimations().some((a) => a.playState === "running") ||
    [...document.querySelectorAll("video,audio,marquee")].some((e) => e.localName === "marquee" || !e.paused);

  // --- whether the page has drawn what it is going to draw ------------------------------------------------------------

  const MOST_COUNTED = 400; // characters; more says nothing more
  const MOST_WALKED = 3000; // nodes
  const textAmount = () => {
    const walker = document.createTreeWalker(document.body ?? document, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
      /^(SCRIPT|STYLE|TEMPLATE|NOSCRIPT)$/.test(node.nodeName) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
    let amount = 0;
    for (let left = MOST_WALKED; left > 0 && amount < MOST_COUNTED && walker.nextNode(); left--) {
      if (walker.currentNode.nodeType === Node.TEXT_NODE) amount += walker.currentNode.data.trim().length;
    }
    return Math.min(amount, MOST_COUNTED);
  };
  const glance = () => {
    const text = textAmount();
    const seen = text > 0 || !!document.querySelector("img,canvas,svg,video,input:not([type=hidden]),button,select,textarea,object,embed");
    return {
      elements: document.getElementsByTagName("*").length,
      height: document.documentElement?.scrollHeight ?? 0,
      text,
      drawn: seen || (document.body?.getBoundingClientRect().height ?? 0) > 60,
      busy: !!document.querySelector("[aria-busy=true],progress:not([value]),[role=progressbar]:not([aria-valuenow])"),
    };
  };
  const glanceLater = async () => {
    await frames();
    return glance();
  };

  // Resolves at the next change of the document, or after `ms`.
  const change = (ms) =>
    new Promise((resolve) => {
      waiters.push(resolve);
      setTimeout(() => resolve(false), ms);
    });

  // --- one element -------------------------------------------------------------------------------------------------

  const up = (node) => node.assignedSlot ?? node.parentNode ?? node.host ?? null;
  // The element that a pseudo-element belongs to; any node is itself.
  const origin = (node) => (node instanceof Node ? node : (node?.element ?? node));

  const closest = (node, selector) => {
    for (; node; node = up(node)) if (node.nodeType === Node.ELEMENT_NODE && node.matches(selector)) return node;
    return null;
  };

  const kindOf = (element) => {
    if (element.localName === "input") return element.type;
    if (element.localName === "textarea" || element.localName === "select") return element.localName;
    return element.isContentEditable ? "editable" : "";
  };

  const checkedOf = (element) => {
    if (element.localName === "input" && (element.type === "checkbox" || element.type === "radio")) {
      return element.indeterminate ? "mixed" : String(element.checked);
    }
    return element.getAttribute("aria-checked") ?? element.getAttribute("aria-pressed");
  };

  const obscured = (element) => !["none", ""].includes(getComputedStyle(element).webkitTextSecurity ?? "");

  const valueOf = (element) => {
    if (typeof element.value === "string" && element.localName !== "button") return element.value;
    if (!element.isContentEditable) return null;
    // What is shown of an obscured text is dots.
    const text = obscured(element) ? element.textContent : element.innerText;
    return text.replace(/\u00a0/g, " ").replace(/\n$/, "");
  };

  // What privacy rules look at: whether what it holds goes into a sentence.
  const fieldOf = (element) => ({
    kind: element.type ?? "",
    autocomplete: element.getAttribute("autocomplete") ?? "",
    name: element.getAttribute("name") ?? "",
    id: element.id,
    labels: [
      ...[...(element.labels ?? [])].map((label) => collapse(label.textContent)),
      ...["aria-label", "placeholder", "title"].map((key) => element.getAttribute(key) ?? ""),
    ],
    obscured: obscured(element),
    was_secret: domtool.look?.wasSecret(element) ?? false,
  });

  // The image that shows an area of an image map.
  const imageOf = (area) => {
    const map = area.closest("map");
    const name = map?.getAttribute("name") || map?.id;
    const using = name ? [...area.getRootNode().querySelectorAll("[usemap]")] : [];
    return using.find((image) => image.getAttribute("usemap") === "#" + name && image.getClientRects().length > 0);
  };

  // What stands for an element that has no box of its own: an area's image, what is drawn in a `display: contents`.
  const boxless = (element) =>
    element.localName === "area" || (element.getClientRects().length === 0 && getComputedStyle(element).display === "contents");
  const drawn = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range;
  };

  // Points of such an element, or of what is drawn in any: pixels of the outermost viewport of this process, the likeliest first.
  const spots = (element) => {
    const points = spotsHere(element);
    let [x, y] = [0, 0];
    for (let view = window; view.frameElement; view = view.parent) {
      const owner = view.frameElement;
      const box = owner.getBoundingClientRect();
      const style = view.parent.getComputedStyle(owner);
      x += box.x + owner.clientLeft + parseFloat(style.paddingLeft);
      y += box.y + owner.clientTop + parseFloat(style.paddingTop);
    }
    return points.map(([px, py]) => [px + x, py + y]);
  };

  const spotsHere = (element) => {
    if (element.localName !== "area") {
      if (boxless(element)) element.firstElementChild?.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
      const boxes = [...drawn(element).getClientRects()].filter((box) => box.width > 1 && box.height > 1);
      return boxes.slice(0, 20).map((box) => [box.x + box.width / 2, box.y + box.height / 2]);
    }
    const image = imageOf(element);
    if (!image) return [];
    const numbers = (element.getAttribute("coords") ?? "").split(/[\s,;]+/).filter(Boolean).map(Number);
    const shape = (element.getAttribute("shape") ?? "").trim().toLowerCase();
    const origin = () => {
      const box = image.getBoundingClientRect();
      const style = getComputedStyle(image);
      return [box.x + image.clientLeft + parseFloat(style.paddingLeft), box.y + image.clientTop + parseFloat(style.paddingTop), box];
    };
    let [left, top, right, bottom] = [0, 0, image.clientWidth, image.clientHeight];
    let inside = () => true;
    if (/^circ/.test(shape)) {
      const [x, y, r] = numbers;
      [left, top, right, bottom] = [x - r, y - r, x + r, y + r];
      inside = (px, py) => (px - x) ** 2 + (py - y) ** 2 < (r * 0.9) ** 2;
    } else if (/^poly/.test(shape)) {
      const corners = numbers.flatMap((n, i) => (i % 2 ? [] : [[n, numbers[i + 1]]]));
      const [xs, ys] = [corners.map((c) => c[0]), corners.map((c) => c[1])];
      [left, top, right, bottom] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
      inside = (px, py) => {
        let odd = false;
        corners.forEach(([x, y], i) => {
          const [u, v] = corners[(i + corners.length - 1) % corners.length];
          if (y > py !== v > py && px < ((u - x) * (py - y)) / (v - y) + x) odd = !odd;
        });
        return odd;
      };
    } else if (shape !== "default") {
      const [a, b, c, d] = numbers;
      [left, top, right, bottom] = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
    }
    image.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const middle = [(left + right) / 2, (top + bottom) / 2];
    let [x, y] = origin();
    // An image larger than the window: bring the shape itself in.
    if (x + middle[0] < 0 || x + middle[0] > innerWidth || y + middle[1] < 0 || y + middle[1] > innerHeight) {
      scrollBy({ left: x + middle[0] - innerWidth / 2, top: y + middle[1] - innerHeight / 2, behavior: "instant" });
      [x, y] = origin();
    }
    const points = [];
    for (let i = 1; i < 12; i++) {
      for (let j = 1; j < 12; j++) {
        const [px, py] = [left + ((right - left) * i) / 12, top + ((bottom - top) * j) / 12];
        if (inside(px, py)) points.push([px, py]);
      }
    }
    const far = ([px, py]) => (px - middle[0]) ** 2 + (py - middle[1]) ** 2;
    return points.sort((p, q) => far(p) - far(q)).slice(0, 20).map(([px, py]) => [x + px, y + py]);
  };

  const state = (element) => {
    watchRoots(element);
    const away = boxless(element);
    const stands = element.localName === "area" ? imageOf(element) : element;
    const box = away && stands === element ? drawn(element).getBoundingClientRect() : (stands ?? element).getBoundingClientRect();
    const field = element.localName === "input" || element.localName === "textarea";
    return {
      connected: element.isConnected,
      tag: element.localName,
      kind: kindOf(element),
      boxless: away,
      boxed: (away ? !!stands : element.getClientRects().length > 0) && box.width > 1 && box.height > 1,
      visible: away && stands === element ? box.width > 0 : !!stands?.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }),
      disabled: element.matches(":disabled") || !!closest(element, "[aria-disabled=true]"),
      inert: !!closest(element, "[inert]"),
      read_only: (field && element.readOnly) || element.getAttribute("aria-readonly") === "true",
      checked: checkedOf(element),
      multiple: !!element.multiple,
      value: valueOf(element),
      field: fieldOf(element),
      text: collapse(element.innerText ?? element.textContent ?? "").slice(0, LONGEST),
    };
  };

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


  // --- proof that input arrived ------------------------------------------------------------------------------------

  // Heard at the window, before any listener of the page: one that stops an event early does not hide that it arrived.
  let proof = null; // {element, labels, hosts: of the closed shadow roots it is in, seen}
  const PROOF = ["pointermove", "pointerdown", "mousedown", "mouseup", "click", "dblclick", "contextmenu", "auxclick"];
  // A press on a label reaches its control, unless it is on a control inside the label (HTML, "The label element").
  const ON_ITS_OWN = "a[href],button,input:not([type=hidden]),select,textarea";
  const activates = (label, path) => {
    const at = path.indexOf(label);
    return at >= 0 && !path.slice(0, at).some((node) => node.matches?.(ON_ITS_OWN));
  };
  const note = (event) => {
    if (!proof || !event.isTrusted) return;
    const path = event.composedPath();
    // Seen from outside, a closed shadow root is its host.
    const host = proof.hosts.length > 0 && path.includes(proof.hosts[0]);
    if (host || path.includes(proof.element) || proof.labels.some((label) => activates(label, path))) proof.seen.add(event.type);
  };
  for (const type of PROOF) addEventListener(type, note, { capture: true, passive: true });

  const prove = (element) => {
    const hosts = [];
    for (let root = element.getRootNode(); root.host; root = root.host.getRootNode()) if (root.mode === "closed") hosts.unshift(root.host);
    proof = { element, labels: [...(element.labels ?? [])], hosts, seen: new Set() };
  };
  const proven = () => {
    const seen = proof ? [...proof.seen] : [];
    unprove();
    return seen;
  };
  const unprove = () => {
    proof = null;
  };

  // --- fields ------------------------------------------------------------------------------------------------------

  const active = (element) => {
    if (element.getRootNode().activeElement !== element) return false;
    for (let root = element.getRootNode(); root.host; root = root.host.getRootNode()) {
      if (root.host.getRootNode().activeElement !== root.host) return false;
    }
    return true;
  };

  const selectAll = (element) => {
    if (typeof element.select === "function") element.select();
    else getSelection().selectAllChildren(element);
  };

  const caretAtEnd = (element) => {
    if (typeof element.value === "string") {
      try {
        element.setSelectionRange(element.value.length, element.value.length);
      } catch {
        // number, email and their like have no selection; the caret stays where focusing put it
      }
    } else {
      const selection = getSelection();
      selection.selectAllChildren(element);
      selection.collapseToEnd();
    }
  };

  const tellChanged = (element) => {
    element.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    element.dispatchEvent(new Event("change", { bubbles: true }));
  };

  // For fields that no keyboard fills in one way on every system: dates, colours, ranges.
  const setValue = (element, text) => {
    if (element.value === text) return;
    element.value = text;
    tellChanged(element);
  };

  const options = (element) =>
    [...element.options].map((option) => ({
      label: collapse(option.label),
      value: option.value,
      disabled: option.disabled || (option.parentElement.localName === "optgroup" && option.parentElement.disabled),
      selected: option.selected,
    }));

  // Puts a single select beside the wanted option without an event, so that one arrow key moves it there with real ones.
  // Answers that key, or null when there is no neighbour to come from.
  const approach = (element, index) => {
    const list = options(element);
    for (const [from, key] of [[index - 1, "ArrowDown"], [index + 1, "ArrowUp"]]) {
      if (list[from] && !list[from].disabled) {
        element.selectedIndex = from;
        return key;
      }
    }
    return null;
  };

  const choose = (element, indices) => {
    [...element.options].forEach((option, i) => (option.selected = indices.includes(i)));
    tellChanged(element);
  };

  // --- scrolling ---------------------------------------------------------------------------------------------------

  const scrollable = (element) => {
    for (let node = element; node; node = up(node)) {
      if (node.nodeType !== Node.ELEMENT_NODE || node === document.body || node === document.documentElement) continue;
      const style = getComputedStyle(node);
      const scrolls = (value, over) => /auto|scroll|overlay/.test(value) && over > 0;
      if (scrolls(style.overflowY, node.scrollHeight - node.clientHeight)) return node;
      if (scrolls(style.overflowX, node.scrollWidth - node.clientWidth)) return node;
    }
    return document.scrollingElement ?? document.documentElement;
  };

  const position = (box) => ({
    left: box.scrollLeft,
    top: box.scrollTop,
    most_left: Math.max(0, box.scrollWidth - box.clientWidth),
    most_top: Math.max(0, box.scrollHeight - box.clientHeight),
  });

  const scrollBox = (box, by) => {
    const before = position(box);
    const to = { behavior: "instant", left: before.left, top: before.top };
    if (by.pages !== undefined) to.top += by.pages * Math.round(box.clientHeight * 0.9);
    if (by.pixels) {
      to.left += by.pixels[0];
      to.top += by.pixels[1];
    }
    if (by.percent !== undefined) to.top = (before.most_top * by.percent) / 100;
    box.scrollTo(to);
    return { before, after: position(box) };
  };

  const scroll = (element, by) => scrollBox(scrollable(element), by);
  const scrollPage = (by) => scrollBox(document.scrollingElement ?? document.documentElement, by);

  const offset = () => [scrollX, scrollY, innerWidth, innerHeight];

  const deepActive = () => {
    let element = document.activeElement;
    for (;;) {
      const inner = element?.shadowRoot?.activeElement ?? element?.contentDocument?.activeElement;
      if (!inner) return element;
      element = inner;
    }
  };

  return {
    active, approach, beat, bring, caretAtEnd, change, changed, choose, clock, deepActive, drain, frames, glance, glanceLater, held: valueOf, labelOf, mark, moving, offset, options,
    passing, pinned, prove, proven,
    relation, scroll, scrollPage, selectAll, setValue, spots, state, steady, unmark, unprove,
  };
})();
