// What a page changes when the pointer comes: the rules of its style sheets with `:hover` in them. They tell of controls that have no box
// until something around them is hovered (`.row:hover .actions { display: flex }`), of what is transparent and stays so, of shapes over which
// the pointer becomes a hand, and of what is lit then. And whether a rule strikes text out or makes it unseen now, so that the look asks for it.
// Of sheets of other origins scripts cannot read the rules: the browser gives their text, and a copy is read. Those of shadow roots are not read.
const hovers = (() => {
  const MOST_RULES = 200; // asked of a document in one look
  const MOST_READ = 3000; // read of one sheet
  const MOST_FOUND = 1000;
  const MOST_WANTED = 16; // sheets of other origins asked for in one look

  /** @typedef {{ shown: string, hovered: string, shows: boolean, clears: boolean, fades: boolean, points: boolean, lights: boolean, inks: boolean }} HoverRule */
  const FAINT = 0.05; // as in the snapshot
  /** @type {WeakMap<CSSStyleSheet, { count: number, rules: HoverRule[], unread: boolean }>} */
  const known = new WeakMap();
  /** @type {Map<string, CSSStyleSheet | null>} */
  const copies = new Map(); // of other origins, by address; null where there was nothing to read
  /** @type {Set<string>} */
  let wanted = new Set();
  let unread = false; // some rules, in the look that is taken

  // The parts of a list of selectors, apart at commas outside of brackets.
  /** @param {string} text */
  const partsOf = (text) => text.split(/,(?![^([]*[)\]])/);

  // In the name of a class (`.md\:hover\:bright`) it is no word of CSS.
  const HOVER = /(?<!\\):hover(?![\w-])/;
  const HOVERS = new RegExp(HOVER, "g");

  // A selector as if everything were hovered.
  /** @param {string} text */
  const withoutHover = (text) =>
    text
      .replace(/(^|[\s>+~(,])\s*:hover(?![\w-])/g, "$1*")
      .replace(HOVERS, "")
      .trim();

  // A selector as if it were about the element whose pseudo-element it is about.
  /** @param {string} text */
  const withoutPseudo = (text) => text.replace(/::?(?:before|after|marker|first-line|first-letter)(?![\w-])/g, ":is(*)");

  const NOTHING = { hovered: "", shows: false, clears: false, fades: false, points: false, lights: false, inks: false };

  // Of one selector: what the rule is about, and what is hovered then.
  /** @param {string} part @param {CSSStyleDeclaration} style @returns {HoverRule | null} */
  const ruleOf = (part, style) => {
    const at = part.search(HOVER);
    const before = part.slice(0, at);
    // A rule for what is not hovered makes nothing less transparent; `:is(:where(.group):hover *)` does (Tailwind's `group-hover`).
    const clears = style.opacity !== "" && !(parseFloat(style.opacity) <= FAINT) && !/:not\([^)]*:hover/.test(part);
    // `:not(:hover)` and `:is(:hover, ...)` are no places of the pointer.
    if (at < 0) return null;
    if (before.split("(").length !== before.split(")").length)
      return clears ? { ...NOTHING, shown: withoutHover(part), clears } : null;
    const rest = part.slice(at).search(/[\s>+~](?![^(]*\))/);
    const own = rest < 0;
    const shows = !own && ((style.display !== "" && style.display !== "none") || style.visibility === "visible");
    const points = own && style.cursor === "pointer";
    const lights = own && !points && (style.background !== "" || style.backgroundColor !== "");
    const hovered = own ? part : part.slice(0, at + rest);
    if (!shows && !clears && !points && !lights) return null;
    return { ...NOTHING, shown: withoutHover(part), hovered: withoutHover(hovered), shows, clears, points, lights };
  };

  // Whether a rule strikes text out, or sets it so that nobody sees it: `StyleSet::INK`, and `PLANES`.
  /** @param {CSSStyleDeclaration} style */
  const inks = (style) =>
    style.textDecorationLine.includes("line-through") ||
    [style.color, style.webkitTextFillColor].some((colour) => CLEAR.test(colour)) ||
    style.filter.includes("opacity") ||
    / .*(?:deg|turn|rad)$/.test(style.rotate); // in space, about an axis
  const CLEAR = /transparent|[,/] *0?\.?0*%? *\)|^#(?:...0|.{6}00)$/i;

  // Browsers that do not know them have none.
  /** @param {CSSRule} rule @returns {rule is CSSNestedDeclarations} */
  const isNested = (rule) => "CSSNestedDeclarations" in globalThis && rule instanceof CSSNestedDeclarations;

  /** @param {CSSRuleList} list */
  const rulesIn = (list) => {
    /** @type {HoverRule[]} */
    const found = [];
    const pending = [{ level: list, around: "" }];
    for (let next; (next = pending.pop()) && found.length < MOST_READ;) {
      const { level, around } = next;
      for (const rule of level) {
        // Declarations in a `@media` within a rule are the outer rule's.
        const styled = rule instanceof CSSStyleRule || isNested(rule) ? rule : null;
        // A rule within a rule speaks of the outer one as `&`.
        const selector = rule instanceof CSSStyleRule ? rule.selectorText.replaceAll("&", `:is(${around || ":root"})`) : around;
        if (styled && HOVER.test(selector)) {
          for (const part of partsOf(selector)) {
            const read = ruleOf(part.trim(), dom.style(styled));
            if (read) found.push(read);
          }
        } else if (styled && selector) {
          const style = dom.style(styled);
          if (style.opacity === "0") found.push({ ...NOTHING, shown: selector, fades: true });
          if (inks(style)) found.push({ ...NOTHING, shown: withoutPseudo(selector), inks: true });
        }
        const inner = rule instanceof CSSImportRule ? rulesOf(rule.styleSheet) : null;
        if (inner) found.push(...inner);
        const within = /** @type {CSSGroupingRule} */ (rule).cssRules;
        if (within?.length) pending.push({ level: within, around: selector });
      }
    }
    return found;
  };

  // They are read once, and again when a sheet has more rules or less.
  /** @param {Maybe<CSSStyleSheet>} sheet @returns {HoverRule[]} */
  const rulesOf = (sheet) => {
    if (!sheet || dom.disabled(sheet)) return [];
    try {
      const list = sheet.cssRules;
      let read = known.get(sheet);
      if (read?.count !== list.length) {
        const before = unread;
        unread = false;
        const rules = rulesIn(list);
        read = { count: list.length, rules, unread: unread || rules.length >= MOST_READ };
        unread = before;
        known.set(sheet, read);
      }
      unread ||= read.unread;
      return read.rules;
    } catch {
      return rulesOfOther(sheet);
    }
  };

  /** @param {CSSStyleSheet} sheet */
  const rulesOfOther = (sheet) => {
    const url = sheet.href ?? "";
    const copy = copies.get(url);
    if (copy) return rulesOf(copy);
    if (copy === undefined && url) wanted.add(url);
    unread = true;
    return [];
  };

  // A copy may not import: Chromium would warn of it in the page's console.
  const IMPORTS = /@import\s+(?:url\(\s*)?(?:"[^"]*"|'[^']*'|[^;"')]*)[^;]*;/gi;

  // Takes the text of sheets of other origins. What such a one imports is not read.
  /** @param {[string, string | null][]} texts */
  const readSheets = (texts) => {
    for (const [url, text] of texts) {
      const copy = text === null ? null : new CSSStyleSheet();
      copy?.replaceSync((text ?? "").replace(IMPORTS, ""));
      copies.set(url, copy);
    }
  };

  const rules = () => [...(dom.styleSheets(document) ?? []), ...(dom.adoptedStyleSheets(document) ?? [])].flatMap(rulesOf);

  // Whether nothing but its own style hides it.
  /** @param {Element} element */
  const hidden = (element) => {
    const style = getComputedStyle(element);
    if (style.display !== "none" && style.visibility === "visible") return false;
    return dom.checkVisibility(dom.parentElement(element), { visibilityProperty: true }) ?? false;
  };

  // What is hovered when a rule shows a hidden element; nothing where that is not around it (a sibling's menu).
  /** @param {Element} element @param {HoverRule} rule */
  const around = (element, rule) => dom.closest(dom.parentElement(element), rule.hovered) ?? null;

  // Whether it is its own transparency that hides it.
  /** @param {Element} element */
  const clear = (element) => Number(getComputedStyle(element).opacity) <= FAINT;

  /** @param {HoverRule} rule */
  const weight = (rule) => Number(rule.lights && !rule.clears) * 2 + Number(rule.fades);

  // Whether one of so many rules is about something in the document. Of more than are asked, one is taken to be, and so is one that
  // cannot be asked (a name space).
  /** @param {HoverRule[]} rules */
  const isInked = (rules) => {
    try {
      return rules.length > MOST_RULES || rules.some(({ shown }) => dom.querySelector(document, shown));
    } catch {
      return true;
    }
  };

  const look = () => {
    /** @type {Set<Element>} */
    const faded = new Set(); // and not made visible by a rule with `:hover`
    /** @type {Set<Element>} */
    const cleared = new Set();
    /** @type {Map<Element, Element>} */
    const shown = new Map(); // hidden element -> what is to be hovered
    /** @type {Set<Element>} */
    const pointed = new Set();
    /** @type {Set<Element>} */
    const lit = new Set();
    unread = false;
    wanted = new Set();
    // What lights up is the least of it, and has the most rules. What fades is read when all that clears is known.
    const all = rules();
    const inked = isInked(all.filter((rule) => rule.inks));
    const ordered = all.filter((rule) => !rule.inks).sort((one, other) => weight(one) - weight(other));
    for (const rule of ordered.slice(0, MOST_RULES)) {
      try {
        for (const element of dom.querySelectorAll(document, rule.shown)) {
          if (rule.clears && clear(element)) cleared.add(element);
          if (rule.fades) {
            if (faded.size < MOST_FOUND && !cleared.has(element) && clear(element)) faded.add(element);
          } else if (rule.points) {
            if (pointed.size < MOST_FOUND && getComputedStyle(element).cursor !== "pointer") pointed.add(element);
          } else if (rule.lights) {
            if (lit.size < MOST_FOUND && getComputedStyle(element).cursor !== "pointer") lit.add(element);
          } else if (rule.shows && shown.size < MOST_FOUND && !shown.has(element) && hidden(element)) {
            const hovered = around(element, rule);
            if (hovered) shown.set(element, hovered);
          }
        }
      } catch {
        // a selector that says something only while hovered
      }
    }
    // The rule that makes it visible may be among those that nobody read.
    return {
      shown,
      faded: unread ? new Set() : faded,
      pointed,
      lit,
      inked: inked || unread,
      wanted: [...wanted].slice(0, MOST_WANTED),
    };
  };

  // What the pointer must come to so that the page shows an element.
  /** @param {Element} element */
  const shownBy = (element) => {
    const known = rules().filter((rule) => rule.shows);
    for (let node = /** @type {Maybe<Element>} */ (element); node; node = dom.parentElement(node)) {
      if (!hidden(node)) continue;
      for (const rule of known) {
        try {
          const hovered = dom.matches(node, rule.shown) ? around(node, rule) : null;
          if (hovered) return hovered;
        } catch {
          // as above
        }
      }
      return null;
    }
    return null;
  };

  return { look, readSheets, shownBy };
})();

give({ readSheets: hovers.readSheets, shownBy: hovers.shownBy });
