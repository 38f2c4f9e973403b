// Where changes are heard of: the document and its shadow roots, open ones as they are found, closed ones as Rust leads in.

/** @type {WeakMap<Root, number>} */
const heardSince = new WeakMap(); // document or shadow root -> since when its changes are heard of
/** @type {Set<Root>} */
const roots = new Set(); // those shadow roots
const MANY_ROOTS = 500; // so many are looked through for those that are gone

/** @param {Root} root */
const hear = (root) => {
  if (heardSince.has(root)) return;
  observer.observe(root, everything);
  heardSince.set(root, clock());
  if (root === document) return;
  if (roots.size >= MANY_ROOTS) for (const known of roots) if (!dom.isConnected(known)) roots.delete(known);
  roots.add(root);
  dom.addEventListener(root, "invalid", refused, { capture: true, passive: true });
  findPlaces(root);
  hearWithin(root);
};

// The shadow roots that an element is in, closed ones too: an observer of the document does not see into them.
/** @param {Element} element */
const watchRoots = (element) => {
  for (const root of shadowRootsAround(element)) hear(root);
};

// The open shadow roots in it.
/** @param {Node} node */
const hearWithin = (node) => {
  const own = dom.shadowRoot(node);
  if (own) hear(own);
  for (const element of dom.getElementsByTagName(node, "*") ?? dom.querySelectorAll(node, "*")) {
    const shadow = dom.shadowRoot(element);
    if (shadow) hear(shadow);
  }
};

// What is in one that is new while an action is watched came by it.
/** @param {...Node} nodes any in shadow roots */
const hearRoots = (...nodes) => {
  for (const node of nodes) {
    const root = /** @type {Root} */ (dom.getRootNode(node));
    const known = heardSince.has(root);
    hear(root);
    if (!known && marked !== null) for (const child of dom.childNodes(root)) appeared(child, performance.now());
  }
  if (marked !== null) visitSoon();
};

give({ hearRoots });
