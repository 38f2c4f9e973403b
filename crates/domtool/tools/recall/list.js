'use strict';
// Makes the list of what can be operated on a page, in the page, and holds the elements that got ids (`told`, XPaths) against
// it. Evaluates to JSON: the `Report` of main.rs. Nothing here is domtool's: it reads tags, roles, recorded listeners (record.js),
// marks of frameworks, jQuery's tables and the selectors written in handlers, and has the browser hit-test every point.
(told => {
  const { heard, roots } = window.__recall ?? { heard: new WeakMap(), roots: new WeakMap() };
  const PRESSES = ['click', 'dblclick', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'touchstart', 'contextmenu', 'auxclick'];
  const HOVERS = ['mouseenter', 'mouseover', 'pointerenter', 'pointerover', 'dragover', 'drop', 'dragstart', 'keydown', 'keyup', 'wheel', 'mousemove', 'pointermove'];
  const ROLES = ['button', 'link', 'checkbox', 'radio', 'switch', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'tab', 'option', 'treeitem', 'slider', 'spinbutton', 'textbox', 'searchbox', 'combobox'];

  // The tree that is drawn: shadow roots in place of their hosts' children, what is slotted under its slot.
  const parent = new Map(), byPath = new Map(), all = [];
  const drawnChildren = node => {
    const root = node.shadowRoot ?? roots.get(node);
    if (root) return [`/#shadow-root(${root.mode})`, [...root.children]];
    const slotted = node.localName === 'slot' ? node.assignedElements() : [];
    return ['', slotted.length ? slotted : [...node.children]];
  };
  const pending = [[document.documentElement, '/html', null]];
  while (pending.length) {
    const [node, path, above] = pending.pop();
    parent.set(node, above);
    byPath.set(path, node);
    all.push(node);
    const [step, children] = drawnChildren(node);
    const total = new Map(), count = new Map();
    const word = child => child.localName.toLowerCase();
    for (const child of children) total.set(word(child), (total.get(word(child)) ?? 0) + 1);
    const next = children.map(child => {
      const name = word(child), number = (count.get(name) ?? 0) + 1;
      count.set(name, number);
      return [child, `${path}${step}/${name}${total.get(name) > 1 ? `[${number}]` : ''}`, node];
    });
    pending.push(...next.reverse());
  }
  const pathOf = new Map([...byPath].map(([path, node]) => [node, path]));
  function* above(node) {
    for (let at = parent.get(node); at; at = parent.get(at)) yield at;
  }
  const contains = (outer, inner) => outer === inner || [...above(inner)].includes(outer);

  // Looks, before anything is scrolled.
  const style = new Map(all.map(node => [node, getComputedStyle(node)]));
  const rect = new Map(all.map(node => [node, node.getBoundingClientRect()]));
  const area = box => Math.max(box.width, 0) * Math.max(box.height, 0);
  const seen = new Map(), dim = new Map();
  for (const node of all) {
    const up = parent.get(node), box = rect.get(node), own = style.get(node);
    dim.set(node, (up ? dim.get(up) : 1) * Number(own.opacity || 1));
    let ok = box.width >= 1 && box.height >= 1 && area(box) > 1 && dim.get(node) > 0.05 && own.visibility === 'visible' && node.checkVisibility() && !node.closest('[inert]');
    let at = node;
    let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
    for (const outer of ok ? above(node) : []) {
      const fixed = style.get(at).position === 'fixed';
      if (fixed) break;
      const outerStyle = style.get(outer);
      if (style.get(at).position === 'absolute' && outerStyle.position === 'static') continue;
      at = outer;
      const cut = ['hidden', 'clip'];
      const frame = rect.get(outer);
      if (outer === document.documentElement || outer === document.body) continue;
      if (cut.includes(outerStyle.overflowX)) [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
      if (cut.includes(outerStyle.overflowY)) [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
      ok = right - left >= 1 && bottom - top >= 1;
      if (!ok) break;
      // What a scroller holds can be scrolled to.
      if (['auto', 'scroll'].includes(outerStyle.overflowX) || ['auto', 'scroll'].includes(outerStyle.overflowY)) [left, top, right, bottom] = [frame.left, frame.top, frame.right, frame.bottom];
    }
    const inPage = box.right + scrollX > 0 && box.bottom + scrollY > 0;
    seen.set(node, ok && inPage);
  }

  // Who reacts: the node's own listeners, and handlers of its containers that are meant for it.
  const reasons = new Map(all.map(node => [node, new Set()]));
  const give = (node, why) => reasons.get(node)?.add(why);
  // What a handler's `closest` or `matches` names is at most where it looks (a card around the button that is meant).
  const named = new Set();
  const query = (root, selector) => {
    try {
      return (root.querySelectorAll ? root : document).querySelectorAll(selector);
    } catch {
      return [];
    }
  };
  const kindsOf = target => [...(heard.get(target) ?? [])].filter(([, handlers]) => handlers.size).map(([kind]) => kind);
  for (const target of [window, document, ...all, ...all.map(node => node.shadowRoot ?? roots.get(node)).filter(Boolean)]) {
    for (const [kind, handlers] of heard.get(target) ?? []) {
      if (!PRESSES.includes(kind)) continue;
      for (const handler of handlers) {
        const source = String(typeof handler === 'function' ? handler : handler.handleEvent);
        for (const [, , selector] of source.matchAll(/\.(?:closest|matches)\(\s*(['"`])([^'"`]{2,80})\1/g)) query(target, selector).forEach(node => named.add(node));
      }
    }
    for (const key of Object.keys(target)) {
      if (!/^jQuery\d+/.test(key)) continue;
      const events = target[key]?.events ?? {};
      for (const kind of Object.keys(events)) {
        for (const one of PRESSES.includes(kind) ? events[kind] : []) {
          if (one.selector) query(target, one.selector).forEach(node => give(node, `jQuery ${one.selector}`));
        }
      }
    }
  }
  const rules = sheet => {
    try {
      return [...sheet.cssRules].flatMap(rule => (rule.styleSheet ? rules(rule.styleSheet) : rule.cssRules?.length ? [rule, ...rules(rule)] : [rule]));
    } catch {
      return [];
    }
  };
  const hoverRules = [...document.styleSheets].flatMap(rules).filter(rule => rule.selectorText?.includes(':hover'));
  const unhovered = selector => selector.replace(/(^|[\s>+~]):hover/g, '$1*').replaceAll(':hover', '');
  const parts = rule => rule.selectorText.split(/,(?![^(]*\))/).filter(part => part.includes(':hover'));

  const begins = node => style.get(node).cursor === 'pointer' && parent.get(node) && style.get(parent.get(node)).cursor !== 'pointer';
  for (const node of all) {
    const role = (node.getAttribute('role') ?? '').trim().split(/\s+/)[0];
    const native =
      (['a', 'area'].includes(node.localName) && (node.hasAttribute('href') || node.hasAttribute('xlink:href'))) ||
      ['button', 'select', 'textarea'].includes(node.localName) ||
      (node.localName === 'input' && node.type !== 'hidden') ||
      (node.localName === 'summary' && node.parentElement?.localName === 'details') ||
      (['audio', 'video'].includes(node.localName) && node.controls) ||
      (node.isContentEditable && !node.parentElement?.isContentEditable);
    if (native) give(node, 'native');
    if (ROLES.includes(role)) give(node, `role ${role}`);
    const kinds = kindsOf(node);
    const root = kinds.filter(kind => PRESSES.includes(kind) || HOVERS.includes(kind)).length >= 12 && node.localName !== 'canvas';
    for (const kind of PRESSES) {
      // React also gives its roots a function that does nothing.
      if (!root && (kinds.includes(kind) || typeof node[`on${kind}`] === 'function')) give(node, `hears ${kind}`);
      if (node[`__${kind}`] || node[`$$${kind}`]) give(node, `handles ${kind}`);
    }
    for (const key of Object.keys(node)) {
      if (!key.startsWith('__reactProps$')) continue;
      for (const name of Object.keys(node[key])) {
        if (/^on(Click|DoubleClick|Mouse(Down|Up)|Pointer(Down|Up)|ContextMenu)$/.test(name) && node[key][name]) give(node, `handles ${name}`);
      }
    }
    if (node.matches('[data-bs-toggle]:not([data-bs-toggle=tooltip]), [data-bs-dismiss], [data-bs-slide], [data-bs-slide-to]')) give(node, 'marked for Bootstrap');
    if (named.has(node) && begins(node)) give(node, 'pointer cursor, and named in a handler');
    if (node.draggable && node.getAttribute('draggable') === 'true') give(node, 'draggable');
    const up = parent.get(node);
    const listens = [...above(node)].some(outer => kindsOf(outer).some(kind => PRESSES.includes(kind)) || typeof outer.onclick === 'function');
    if (style.get(node).cursor === 'pointer' && up && style.get(up).cursor !== 'pointer' && node.localName !== 'label' && listens) give(node, 'pointer cursor in what hears clicks');
    const dragged = at => (/^(move|grab|crosshair|all-scroll)$/.test(style.get(at).cursor) ? style.get(at).cursor : '');
    if (dragged(node) && up && dragged(up) !== dragged(node) && listens) give(node, `${dragged(node)} cursor in what hears presses`);
    const keys = kinds.some(kind => kind.startsWith('key')) || Object.keys(node).some(key => key.startsWith('__reactProps$') && node[key].onKeyDown);
    if (keys && node.hasAttribute('tabindex') && node.tabIndex >= 0) give(node, 'focusable, hears keys');
  }
  // It changes when the pointer comes: a rule for the hovered element itself.
  const LOOKS = ['background', 'background-color', 'color', 'border-color', 'outline', 'box-shadow', 'text-decoration', 'stroke', 'fill'];
  for (const rule of hoverRules) {
    // As below: the edges of panes, which have that cursor at rest or when hovered (JupyterLab's columns of files).
    if (rule.style.cursor.endsWith('-resize')) continue;
    const hand = rule.style.cursor === 'pointer';
    if (!hand && !LOOKS.some(name => rule.style.getPropertyValue(name))) continue;
    for (const selector of parts(rule).filter(part => /:hover[^\s>+~]*$/.test(part))) {
      for (const node of query(document, unhovered(selector).replace(/:not\([^)]*\)/g, ''))) {
        const listens = [...above(node)].some(outer => !['html', 'body', 'main'].includes(outer.localName) && kindsOf(outer).some(kind => PRESSES.includes(kind)));
        if (!listens || !style.get(node) || style.get(node).cursor === 'pointer' || style.get(node).cursor.endsWith('-resize') || kindsOf(node).length >= 12) continue;
        if (hand) give(node, 'pointer cursor when hovered, in what hears clicks');
        else if (node.parentElement?.children.length > 1) give(node, 'pointer brings another look, in what hears presses');
      }
    }
  }
  const pageHears = PRESSES.some(kind => kindsOf(document).includes(kind) || kindsOf(window).includes(kind) || kindsOf(document.body).includes(kind));
  const pointed = begins;
  const hoversInReact = node => Object.keys(node).some(key => key.startsWith('__reactProps$') && (node[key].onMouseEnter || node[key].onPointerEnter));
  const weak = node => {
    const kinds = kindsOf(node);
    return [
      named.has(node) && 'named in a handler',
      pageHears && pointed(node) && 'pointer cursor',
      node.tabIndex >= 0 && node.hasAttribute('tabindex') && 'tabindex',
      (kinds.some(kind => HOVERS.includes(kind)) || hoversInReact(node)) && 'hears hovers, keys or drags',
      node.localName === 'label' && node.control && 'label',
      ['dialog', 'alertdialog', 'listbox', 'row', 'gridcell', 'columnheader', 'scrollbar', 'separator', 'grid', 'tree'].includes(node.getAttribute('role')) && `role ${node.getAttribute('role')}`,
      ['iframe', 'dialog', 'canvas'].includes(node.localName) && node.localName,
      ['auto', 'scroll'].some(word => [style.get(node).overflowX, style.get(node).overflowY].includes(word)) && (node.scrollHeight > node.clientHeight || node.scrollWidth > node.clientWidth) && 'scrolls',
      kinds.some(kind => PRESSES.includes(kind)) && 'hears presses',
    ].filter(Boolean);
  };

  // A hit test at five points, scrolled to.
  const deepest = (x, y) => {
    let hit = document.elementFromPoint(x, y);
    for (let root; hit && (root = hit.shadowRoot ?? roots.get(hit)); ) {
      const inner = root.elementFromPoint(x, y);
      if (!inner || inner === hit) break;
      hit = inner;
    }
    return hit;
  };
  const isHit = node => {
    node.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const box = [...node.getClientRects()].sort((a, b) => area(b) - area(a))[0];
    if (!box) return false;
    return [[0.5, 0.5], [0.15, 0.5], [0.85, 0.5], [0.5, 0.15], [0.5, 0.85]].some(([x, y]) => {
      const hit = deepest(box.left + box.width * x, box.top + box.height * y);
      return hit && (contains(node, hit) || hit.closest?.('label')?.control === node);
    });
  };

  const strong = node => [...(reasons.get(node) ?? [])].some(why => why === 'native' || why.startsWith('role '));
  const boxed = node => node.matches('button, a[href], label, summary, select, textarea, [role=button], [role=link], [role=option], [role=tab], [role^=menuitem]');
  const around = new Map(); // How many strong elements are in each.
  for (const node of all) if (strong(node) && seen.get(node)) for (const outer of above(node)) around.set(outer, (around.get(outer) ?? 0) + 1);
  const inner = new Set(); // What has something in it that reacts by itself.
  for (const node of all) if ([...reasons.get(node)].some(why => !why.startsWith('pointer')) && seen.get(node)) for (const outer of above(node)) inner.add(outer);
  const wholePage = node => area(rect.get(node)) > innerWidth * innerHeight * 0.5;
  // What a press on a control inside it does not do: it is there for itself, whatever else is in it.
  const apart = node => [...reasons.get(node)].some(why => /^(draggable|focusable)|^(move|grab|all-scroll) cursor/.test(why) || ((around.get(node) ?? 0) < 2 && /dblclick|DoubleClick|[cC]ontext[mM]enu/.test(why)));
  // It hears clicks, the pointer changes over all of it, and it says something beside the controls in it.
  const speaks = node => {
    if (!begins(node) || ![...reasons.get(node)].some(why => /^(hears|handles)/.test(why))) return false;
    const said = [...node.querySelectorAll('*')].filter(strong).reduce((text, inner) => text.replace(inner.innerText ?? '', ''), node.innerText ?? '');
    return said.trim() !== '';
  };
  const takesKeys = node => reasons.get(node).has('focusable, hears keys');
  // What listens only for the things in it over which the pointer changes.
  const serves = new Set();
  for (const node of all) {
    if (!seen.get(node) || strong(node) || ![...reasons.get(node)].some(why => why.startsWith('pointer'))) continue;
    const outer = [...above(node)].find(outer => [...reasons.get(outer)].some(why => /^(hears|handles)/.test(why)));
    if (outer && style.get(outer).cursor !== 'pointer' && [...reasons.get(outer)].every(why => /^(hears|handles)/.test(why))) serves.add(outer);
  }
  const operable = all.filter(node => {
    if (!reasons.get(node).size || !seen.get(node) || ['html', 'body', 'option', 'optgroup'].includes(node.localName)) return false;
    if (!strong(node)) {
      const cursorOnly = [...reasons.get(node)].every(why => why.startsWith('pointer'));
      if (serves.has(node)) return false;
      if (((around.get(node) ?? 0) > 0 && !apart(node) && !speaks(node)) || (wholePage(node) && !takesKeys(node)) || [...above(node)].some(boxed)) return false;
      const outer = [...above(node)].find(outer => reasons.get(outer).size && !wholePage(outer));
      if (cursorOnly && (inner.has(node) || (outer && !serves.has(outer)))) return false;
    }
    return true;
  });
  const list = operable.filter(isHit);

  // What only hovering shows: the selectors of rules with :hover, and what of theirs is hidden now.
  const hover = new Set();
  for (const rule of hoverRules) {
    if (!(rule.style.display || rule.style.visibility || rule.style.opacity)) continue;
    for (const selector of parts(rule)) {
      // Of the element that is hovered something must be in sight.
      const hovered = selector.slice(0, selector.indexOf(':hover')).replace(/(^|[\s>+~])$/, '$1*');
      for (const shown of query(document, unhovered(selector))) {
        if (seen.get(shown) || ![...query(document, hovered || '*')].some(outer => outer !== shown && (outer.contains(shown) || outer.parentElement === shown.parentElement) && seen.get(outer))) continue;
        for (const node of [shown, ...shown.querySelectorAll('*')]) if (reasons.get(node)?.size && !seen.get(node)) hover.add(node);
      }
    }
  }
  // Editors that draw their text take the keys in a field that nobody sees.
  const drawn = node => node.isConnected && (node.matches('textarea, [role=textbox]') || node.isContentEditable) && [...above(node)].slice(0, 4).some(outer => seen.get(outer) && area(rect.get(outer)) > 4000);
  // One thing is one: an element and the one that fills it.
  const toldNodes = new Set(told.map(path => byPath.get(path)).filter(Boolean));
  const same = (one, other) => {
    if (one.labels && [...one.labels].includes(other)) return true;
    if (other.labels && [...other.labels].includes(one)) return true;
    if (!contains(one, other) && !contains(other, one)) return false;
    if ((drawn(one) && !seen.get(one)) || (drawn(other) && !seen.get(other))) return true;
    const [small, large] = [area(rect.get(one)), area(rect.get(other))].sort((a, b) => a - b);
    return small >= large * 0.5;
  };
  const near = node => [...toldNodes].filter(other => contains(node, other) || contains(other, node) || other.labels?.length || node.labels?.length);
  const scrolls = node =>
    (['auto', 'scroll'].includes(style.get(node).overflowY) && node.scrollHeight > node.clientHeight + 1) ||
    (['auto', 'scroll'].includes(style.get(node).overflowX) && node.scrollWidth > node.clientWidth + 1);
  // Frames and dialogs have ids to look into, not to be pressed.
  const frame = node => ['iframe', 'frame', 'object', 'embed', 'dialog'].includes(node.localName) || node.getAttribute('role')?.includes('dialog');
  const missed = list.filter(node => !toldNodes.has(node) && !near(node).some(other => same(node, other)));
  const surplus = [...toldNodes].filter(node => {
    const stands = seen.get(node) || drawn(node) || [...(node.labels ?? [])].some(label => seen.get(label)) || (node.localName === 'input' && seen.get(parent.get(node)));
    if (!stands) return true;
    return !reasons.get(node).size && !weak(node).length && !list.some(other => same(node, other));
  });
  // Strict: only what is on the list, or is one with something on it, is right.
  const operableSet = new Set(operable);
  const strict = [...toldNodes].filter(node => {
    if (frame(node) || hover.has(node)) return false;
    if (surplus.includes(node)) return true;
    if (operableSet.has(node) || drawn(node) || kindsOf(node).includes('drop') || scrolls(node)) return false;
    const native = [...reasons.get(node)].some(why => why === 'native' || why.startsWith('role '));
    return !native && !near(node).some(other => other !== node && operableSet.has(other) && same(node, other)) && !operable.some(other => same(node, other));
  });
  const doubled = [...toldNodes].filter(node => {
    if (frame(node)) return false;
    return [...toldNodes].some(other => other !== node && contains(node, other) && area(rect.get(other)) >= area(rect.get(node)) * 0.8);
  });

  const words = (node, why) => {
    const text = (node.getAttribute('aria-label') || node.innerText || node.title || node.value || '').toString().trim().replace(/\s+/g, ' ').slice(0, 40);
    const tag = `<${node.localName}${node.id ? '#' + node.id : ''}${[...node.classList].slice(0, 3).map(name => '.' + name).join('')}>`;
    return `${tag} ${JSON.stringify(text)} (${why}) ${pathOf.get(node)}`;
  };
  const because = node => [...reasons.get(node), ...weak(node)].slice(0, 4).join(', ') || 'no reason';
  return JSON.stringify({
    listed: list.length,
    told: toldNodes.size,
    unplaced: told.filter(path => !byPath.has(path)),
    missed: missed.map(node => words(node, because(node))),
    surplus: surplus.filter(node => !hover.has(node)).map(node => words(node, seen.get(node) ? because(node) : 'not in sight')),
    strict: strict.filter(node => hover.has(node) === false && !surplus.includes(node)).map(node => words(node, because(node))),
    doubled: doubled.map(node => words(node, because(node))),
    hover: [...hover].map(node => words(node, toldNodes.has(node) ? 'has an id' : 'has none')),
    hover_missed: [...hover].filter(node => !toldNodes.has(node)).length,
  });
})
