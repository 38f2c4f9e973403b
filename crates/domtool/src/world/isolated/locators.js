// How other tools find an element: selectors and paths that match it alone, each tried before it is given.

// What people write for tools to find an element by, the most lasting first.
const LASTING = ["data-testid", "data-test-id", "data-test", "data-cy", "name", "aria-label", "title", "placeholder", "href"];
const LONGEST_VALUE = 80; // characters

/** @param {Root} root @param {string} selector @param {Element} element */
const aloneIn = (root, selector, element) => {
  const found = dom.querySelectorAll(root, selector);
  return found?.length === 1 && found[0] === element;
};

// Selectors for an element by what people gave it, the best first.
/** @param {Element} element */
const given = (element) => {
  const tag = CSS.escape(dom.localName(element));
  const id = dom.getAttribute(element, "id");
  const selectors = id ? [`#${CSS.escape(id)}`] : [];
  for (const name of LASTING) {
    const value = dom.getAttribute(element, name);
    if (value && value.length <= LONGEST_VALUE) selectors.push(`${tag}[${name}="${CSS.escape(value)}"]`);
  }
  return selectors;
};

// Which of the element children of its parent it is, from 1; of those with its tag, or of all.
/** @param {Element} element @param {boolean} sameTag */
const placeAmong = (element, sameTag) => {
  const all = [...(dom.children(dom.parentNode(element)) ?? [])];
  const like = all.filter((other) => !sameTag || dom.localName(other) === dom.localName(element));
  return like.indexOf(element) + 1;
};

// The shortest selector that was found for an element within its root; null where none names it alone.
/** @param {Element} element @param {Root} root */
const selectorIn = (element, root) => {
  const own = given(element).find((selector) => aloneIn(root, selector, element));
  if (own) return own;
  let path = CSS.escape(dom.localName(element));
  if (aloneIn(root, path, element)) return path;
  const step = (/** @type {Element} */ at) => `${CSS.escape(dom.localName(at))}:nth-of-type(${placeAmong(at, true)})`;
  path = step(element);
  let around = dom.parentNode(element);
  for (let left = MOST_UP; isElement(around) && left > 0; left--, around = dom.parentNode(around)) {
    if (aloneIn(root, path, element)) return path;
    for (const selector of given(around)) {
      const whole = `${selector} > ${path}`;
      if (aloneIn(root, whole, element)) return whole;
    }
    path = `${step(around)} > ${path}`;
  }
  return aloneIn(root, path, element) ? path : null;
};

/** @param {string} path */
const byPath = (path) => {
  const found = dom.evaluate(document, path, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
  return Array.from({ length: found.snapshotLength }, (_, at) => found.snapshotItem(at));
};

// An XPath that names an element of the document alone; null where none does.
/** @param {Element} element */
const pathTo = (element) => {
  const id = dom.getAttribute(element, "id");
  const paths = id && !id.includes('"') ? [`//*[@id="${id}"]`] : [];
  let path = "";
  for (
    let at = /** @type {Maybe<Node>} */ (element), left = MOST_UP;
    isElement(at) && left > 0;
    left--, at = dom.parentNode(at)
  ) {
    const plain = /^[a-z][a-z0-9-]*$/.test(dom.localName(at)) && at instanceof HTMLElement;
    path = `/${plain ? `${dom.localName(at)}[${placeAmong(at, true)}]` : `*[${placeAmong(at, false)}]`}${path}`;
  }
  paths.push(path);
  return (
    paths.find((one) => {
      const found = byPath(one);
      return found.length === 1 && found[0] === element;
    }) ?? null
  );
};

// How many elements Playwright finds by one of the selectors above, in a document or an element with all the open shadow roots in it: to
// it the host of a shadow root is the parent of what is in the root. Values in them are escaped, so that ` > ` only joins steps.
/** @param {Document | Element} scope @param {string} selector */
const piercedCount = (scope, selector) => {
  const [last = "", ...above] = selector.split(" > ").reverse();
  /** @param {Element} element */
  const fits = (element) => {
    let at = /** @type {Maybe<Element>} */ (element);
    return above.every((step) => {
      at = dom.parentElement(at) ?? dom.host(dom.parentNode(at));
      return at && dom.matches(at, step);
    });
  };
  let count = 0;
  /** @type {(Root | Element)[]} */
  const pending = [scope];
  const own = dom.shadowRoot(scope);
  if (own) pending.push(own);
  for (let at = pending.pop(); at; at = pending.pop()) {
    count += [...(dom.querySelectorAll(at, last) ?? [])].filter(fits).length;
    for (const element of dom.querySelectorAll(at, "*") ?? []) {
      const shadow = dom.shadowRoot(element);
      if (shadow) pending.push(shadow);
    }
  }
  return count;
};

// The way to an element in its document: itself, the host of its shadow root, the host of that, ...
/** @param {Element} element */
const placesInFrame = (element) => {
  /** @type {RootPlace[]} */
  const places = [];
  for (let at = /** @type {Maybe<Element>} */ (element); at && places.length < MOST_UP;) {
    const root = dom.getRootNode(at);
    const css = selectorIn(at, root);
    const host = dom.host(root);
    const scope = host ?? document;
    places.push({
      css,
      xpath: host ? null : pathTo(at),
      pierced: css !== null && piercedCount(scope, css) === 1,
      closed: dom.mode(root) === "closed",
    });
    at = host;
  }
  return places;
};

/** @param {Node} inside @param {string} path @returns {Looked<SelectorMatches>} */
const matchingPath = (inside, path) => {
  /** @param {SelectorMatches} facts @returns {string} */
  const told = (facts) => JSON.stringify(facts);
  if (dom.getRootNode(inside) !== document) return [told({ total: 0, wrong: false })];
  try {
    const found = byPath(path).filter(isElement);
    return [told({ total: found.length, wrong: false }), ...found.slice(0, MOST_MATCHED)];
  } catch {
    return [told({ total: 0, wrong: true })];
  }
};

give({ matchingPath, placesInFrame });
