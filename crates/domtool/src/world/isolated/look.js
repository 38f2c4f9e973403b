// What only the page's own objects tell, read in one go: where the focus is, what is half checked, what a field finds
// wrong with its value, which files are chosen, which fields were passwords.
const looks = (() => {
  const MOST_TOLD = 1000;
  const LONGEST_TEXT = 100_000;
  const FIELDS = "input,select,textarea";
  const EDITABLE = "[contenteditable]:not([contenteditable=false i],body,html)";
  const TEXT_LIKE = /^(text|search|tel|url|email|number)$/;
  /** @type {Map<Element, ShadowRoot>} */
  const roots = new Map(); // host -> its shadow root, closed ones too, as domtool was led into them (see enter)
  const passwords = new WeakSet(); // inputs that are or were password fields
  const MOST_NAMED = 50;
  /** @type {Map<string, WeakRef<Element>[]>} */
  const named = new Map(); // by name and id: the first of them that were called so

  /** @param {Element} input */
  const keep = (input) => {
    passwords.add(input);
    for (const name of [dom.name(input), dom.id(input)]) {
      const known = named.get(name) ?? [];
      const isKnown = known.some((ref) => ref.deref() === input);
      if (name && !isKnown && known.length < MOST_NAMED) named.set(name, [...known, new WeakRef(input)]);
    }
  };

  // A page may put another input in the place of a password field: in its tree, or anywhere once it is gone. Beside one that
  // stands in another shadow tree a field of the same name is another field: each component calls its own `input`.
  /** @param {Element} field @param {string} name */
  const standsForPassword = (field, name) => {
    const known = named.get(name) ?? [];
    /** @param {WeakRef<Element>} ref */
    const concerns = (ref) => {
      const password = ref.deref();
      return !password || !dom.isConnected(password) || dom.getRootNode(password) === dom.getRootNode(field);
    };
    return known.length >= MOST_NAMED || known.some(concerns);
  };

  // "Show the password" makes a text field of it: it stays a secret.
  const types = new MutationObserver((records) => {
    for (const { target, oldValue } of records) {
      if (dom.localName(target) === "input" && oldValue?.toLowerCase() === "password") keep(/** @type {Element} */ (target));
    }
  });
  const typeOnly = { subtree: true, attributeFilter: ["type"], attributeOldValue: true };
  types.observe(document, typeOnly);
  observers.push(types);

  /** @param {Element} field */
  const wasSecret = (field) => {
    if (dom.localName(field) !== "input") return false;
    if (dom.type(field) === "password") {
      keep(field);
      return false;
    }
    if (passwords.has(field)) return true;
    const stands = () => [dom.name(field), dom.id(field)].some((name) => standsForPassword(field, name));
    return named.size > 0 && TEXT_LIKE.test(dom.type(field)) && stands();
  };

  // A field that must be filled and was not touched has nothing wrong yet; `required` says enough.
  /** @param {Element} field */
  const flaw = (field) => {
    const validity = dom.validity(field);
    // An element of the page's own making need not show its validity, but its style knows of it.
    if (!validity) return dom.matches(field, ":invalid:not([required])") ? "" : null;
    if (!dom.willValidate(field)) return null;
    if (validity.valid) return null;
    const untried = validity.valueMissing && !validity.customError && !dom.matches(field, ":user-invalid");
    return untried ? null : (dom.validationMessage(field) ?? "");
  };

  /** @param {Element} field */
  const told = (field) => {
    /** @type {FieldFact} */
    const fact = {};
    if (dom.localName(field) === "input") {
      if (dom.type(field) === "checkbox" && dom.indeterminate(field)) fact.mixed = true;
      const files = dom.type(field) === "file" ? [...(dom.files(field) ?? [])] : [];
      if (files.length > 1) fact.files = files.slice(0, 100).map((file) => file.name);
      if (wasSecret(field)) fact.was_secret = true;
    }
    if (dom.isContentEditable(field)) {
      const text = valueOf(field) ?? "";
      fact.text = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}\u2026` : text;
    }
    const invalid = flaw(field);
    if (invalid !== null) fact.invalid = invalid;
    return fact;
  };

  const activeElement = () => {
    let element = dom.activeElement(document);
    const within = () => element && dom.activeElement(dom.shadowRoot(element) ?? roots.get(element));
    for (let inner; (inner = within());) element = inner;
    const page = element === dom.body(document) || element === dom.documentElement(document);
    return page && !dom.isContentEditable(element) ? null : element;
  };

  // What of the root and the body makes them or the viewport be painted, clipped or scrolled otherwise: their boxes do not
  // show it.
  const PLAIN = Object.entries({
    opacity: "1",
    overflowX: "visible",
    overflowY: "visible",
    position: "static",
    clipPath: "none",
    clip: "auto",
    transform: "none",
    contain: "none",
    contentVisibility: "visible",
    zIndex: "auto",
    overlay: "none",
  });
  const plainRoot = () =>
    [dom.documentElement(document), dom.body(document)].every((element) => {
      const style = element && getComputedStyle(element);
      return !style || PLAIN.every(([key, plain]) => /** @type {any} */ (style)[key] === plain);
    });

  // Answers null when there is nothing to tell; else facts as JSON, the focus, and the elements that the facts are of.
  /** @returns {Looked<LookFacts>} */
  const look = () => {
    /** @type {Element[]} */
    const fields = [];
    // The browser keeps these lists, so that a page without fields costs nothing.
    for (const tag of FIELDS.split(",")) fields.push(...dom.getElementsByTagName(document, tag));
    fields.push(...dom.querySelectorAll(document, EDITABLE));
    for (const form of dom.forms(document)) {
      // Elements of a page's own making take part in forms too.
      for (const element of dom.elements(form)) if (dom.localName(element).includes("-")) fields.push(element);
    }
    let lost = false;
    for (const [host, root] of roots) {
      if (dom.isConnected(host)) fields.push(...dom.querySelectorAll(root, `${FIELDS},${EDITABLE}`));
      else lost = roots.delete(host);
    }
    // Passwords first: others are told by them.
    for (const field of fields) wasSecret(field);
    const facts = [];
    const elements = [];
    for (const field of fields) {
      if (facts.length >= MOST_TOLD) break;
      const fact = told(field);
      for (const _ in fact) {
        facts.push(fact);
        elements.push(field);
        break;
      }
    }
    const focus = activeElement();
    const plain = plainRoot();
    const { shown, faded, pointed, lit, inked, wanted } = hovers.look();
    // A capture has no node for a shadow root: of one within another of its kind nothing else tells.
    const nested = [...roots.keys()].filter((host) => dom.host(dom.getRootNode(host))).slice(0, MOST_TOLD);
    const listed = facts.length + shown.size + faded.size + pointed.size + lit.size + wanted.length + nested.length;
    // A sandbox has none, and a document without an address has that of another.
    const other = self.origin === location.origin ? null : self.origin;
    if (plain && !inked && !focus && !lost && !listed && other === null) return null;
    // Of an element that stands in an array twice, the browser tells the second time only that it was there already.
    const places = new Map(elements.map((element, place) => [element, place]));
    /** @param {Element} element */
    const place = (element) => {
      if (!places.has(element)) places.set(element, elements.push(element) - 1);
      return places.get(element) ?? 0;
    };
    /** @type {[number, number][]} */
    const pairs = [...shown].map(([element, hovered]) => [place(element), place(hovered)]);
    const fades = [...faded].map(place);
    const lights = [...lit].map(place);
    const hands = [...pointed].map(place);
    const at = (focus && places.get(focus)) ?? -1;
    /** @type {LookFacts} */
    const found = { lost, plain, facts, focus: at < 0 ? null : at };
    if (other !== null) found.origin = other;
    if (pairs.length) found.shown = pairs;
    if (fades.length) found.faded = fades;
    if (lights.length) found.lit = lights;
    if (hands.length) found.pointed = hands;
    if (nested.length) found.nested = nested.map(place);
    if (inked) found.inked = true;
    if (wanted.length) found.wanted = wanted;
    return [JSON.stringify(found), at < 0 ? focus : null, ...elements];
  };

  // Leads into the shadow roots that some nodes are in, and looks.
  /** @param {...Node} nodes */
  const enterAndLook = (...nodes) => {
    for (const node of nodes) {
      for (const root of shadowRootsAround(node)) {
        const host = dom.host(root);
        if (!host || roots.get(host) === root) continue;
        roots.set(host, root);
        types.observe(root, typeOnly);
      }
    }
    return look();
  };

  return { enterAndLook, look, wasSecret };
})();

give({ enterAndLook: looks.enterAndLook, look: looks.look });
