// Where changes are heard of: the document and its shadow roots, open ones as they are found, closed ones as Rust leads in.

const heardSince = new WeakMap(); // document or shadow root -> since when its changes are heard of
const roots = new Set(); // those shadow roots
const MANY_ROOTS = 500; // so many are looked through for those that are gone

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
const watchRoots = (element) => {
  for (const root of shadowRootsAround(element)) hear(root);
};

// The open shadow roots in it.
const hearWithin = (node) => {
  if (dom.shadowRoot(node)) hear(dom.shadowRoot(node));
  for (const element of dom.getElementsByTagName(node, "*") ?? dom.querySelectorAll(node, "*"))
    if (dom.shadowRoot(element)) hear(dom.shadowRoot(element));
};

give({ hearRoots: (...nodes) => nodes.forEach(hear) });
