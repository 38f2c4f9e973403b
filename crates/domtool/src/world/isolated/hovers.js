// What a page changes when the pointer comes: the rules of its style sheets with `:hover` in them. They tell of controls that have no box
// until something around them is hovered (`.row:hover .actions { display: flex }`), of shapes over which the pointer becomes a hand, and of
// what is lit then.
// Sheets of other origins cannot be read, and those of shadow roots are not.
const hovers = (() => {
  const MOST_RULES = 200; // asked of a document in one look
  const MOST_READ = 3000; // read of one sheet
  const MOST_FOUND = 1000;

  /** @typedef {{ shown: string, hovered: string, shows: boolean, points: boolean, lights: boolean }} HoverRule */
  /** @type {WeakMap<CSSStyleSheet, { count: number, rules: HoverRule[] }>} */
  const known = new WeakMap();

  // The parts of a list of selectors, apart at commas outside of brackets.
  /** @param {string} text */
  const partsOf = (text) => text.split(/,(?![^([]*[)\]])/);

  // A selector as if everything were hovered.
  /** @param {string} text */
  const withoutHover = (text) =>
    text
      .replace(/(^|[\s>+~]):hover/g, "$1*")
      .replaceAll(":hover", "")
      .trim();

  // Of one selector: what the rule is about, and what is hovered then.
  /** @param {string} part @param {CSSStyleDeclaration} style @returns {HoverRule | null} */
  const ruleOf = (part, style) => {
    const at = part.indexOf(":hover");
    const before = part.slice(0, at);
    // `:not(:hover)` and `:is(:hover, ...)` are no places of the pointer.
    if (at < 0 || before.split("(").length !== before.split(")").length) return null;
    const rest = part.slice(at).search(/[\s>+~](?![^(]*\))/);
    const own = rest < 0;
    const shows = !own && ((style.display !== "" && style.display !== "none") || style.visibility === "visible");
    const points = own && style.cursor === "pointer";
    const lights = own && !points && (style.background !== "" || style.backgroundColor !== "");
    const hovered = own ? part : part.slice(0, at + rest);
    if (!shows && !points && !lights) return null;
    return { shown: withoutHover(part), hovered: withoutHover(hovered), shows, points, lights };
  };

  /** @param {CSSRuleList} list */
  const rulesIn = (list) => {
    /** @type {HoverRule[]} */
    const found = [];
    const pending = [{ level: list, around: "" }];
    for (let next; (next = pending.pop()) && found.length < MOST_READ;) {
      const { level, around } = next;
      for (const rule of level) {
        const styled = rule instanceof CSSStyleRule ? rule : null;
        // A rule within a rule speaks of the outer one as `&`.
        const selector = styled ? styled.selectorText.replaceAll("&", `:is(${around || ":root"})`) : around;
        if (styled && selector.includes(":hover")) {
          for (const part of partsOf(selector)) {
            const read = ruleOf(part.trim(), dom.style(styled));
            if (read) found.push(read);
          }
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
      const last = known.get(sheet);
      if (last?.count === list.length) return last.rules;
      const rules = rulesIn(list);
      known.set(sheet, { count: list.length, rules });
      return rules;
    } catch {
      return []; // of another origin
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

  const look = () => {
    /** @type {Map<Element, Element>} */
    const shown = new Map(); // hidden element -> what is to be hovered
    /** @type {Set<Element>} */
    const pointed = new Set();
    /** @type {Set<Element>} */
    const lit = new Set();
    // What lights up is the least of it, and has the most rules.
    const ordered = rules().sort((one, other) => Number(one.lights) - Number(other.lights));
    for (const rule of ordered.slice(0, MOST_RULES)) {
      try {
        for (const element of dom.querySelectorAll(document, rule.shown)) {
          if (rule.points) {
            if (pointed.size < MOST_FOUND && getComputedStyle(element).cursor !== "pointer") pointed.add(element);
          } else if (rule.lights) {
            if (lit.size < MOST_FOUND && getComputedStyle(element).cursor !== "pointer") lit.add(element);
          } else if (shown.size < MOST_FOUND && !shown.has(element) && hidden(element)) {
            const hovered = around(element, rule);
            if (hovered) shown.set(element, hovered);
          }
        }
      } catch {
        // a selector that says something only while hovered
      }
    }
    return { shown, pointed, lit };
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

  return { look, shownBy };
})();

give({ shownBy: hovers.shownBy });
