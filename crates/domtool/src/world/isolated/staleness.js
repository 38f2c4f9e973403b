// Whether an element still is what it was.

const TELLING =
  /^(id|name|href|src|alt|value|for|title|placeholder|role|type|onclick|formaction|selected|aria-(label|labelledby|rowindex|posinset)|data-.+)$/;
const MOST_SEARCHED = 300;
const changedAt = new WeakMap(); // node -> when it, or something in it, last changed in what tells it from others

/** @param {MutationRecord[]} records */
const noteChanges = (records) => {
  const at = clock();
  for (const record of records) {
    if (record.type === "attributes" && !TELLING.test(record.attributeName ?? "")) continue;
    /** @type {Maybe<Node>} */
    let node = record.target;
    for (
      let left = MOST_UP;
      node && left > 0 && changedAt.get(node) !== at;
      left--, node = dom.parentNode(node) ?? dom.host(node)
    )
      changedAt.set(node, at);
  }
};

// Whether every root that a node is in, and every open one that is in it, was heard of all the time since a moment.
// From now on they are.
/** @param {Node} node @param {number} since */
const heardAll = (node, since) => {
  const within = shadowRootsAround(node);
  /** @type {Set<Root>} */
  const roots = new Set([...within, dom.getRootNode(dom.host(within.at(-1)) ?? node)]);
  let left = MOST_SEARCHED;
  for (const inner of dom.querySelectorAll(node, "*") ?? []) {
    if (left-- === 0) break;
    const shadow = dom.shadowRoot(inner);
    if (shadow) roots.add(shadow);
  }
  let all = true;
  for (const root of roots) {
    all &&= (heardSince.get(root) ?? NaN) <= since;
    hear(root);
  }
  return all;
};

// A node and all whose changes can change what is shown in it: light nodes shown in its slots are below its hosts.
/** @param {Node} node */
const feeding = (node) => {
  if (dom.localName(node) !== "slot" && !dom.querySelector(node, "slot")) return [node];
  return [
    node,
    ...shadowRootsAround(node)
      .map((root) => dom.host(root))
      .filter(Boolean),
  ];
};

// What changed since a moment: "near" where an element, or what it stands in, may be another now; "elsewhere" in its
// document; or "nothing".
/** @param {Element} element @param {number} since @param {...Node} watched @returns {Change} */
const changed = (element, since, ...watched) => {
  const records = observer.takeRecords();
  if (records.length > 0) heard(records);
  const sure = [element, ...watched]
    .flatMap(feeding)
    .map((node) => dom.isConnected(node) && heardAll(node, since) && !(changedAt.get(node) >= since));
  if (sure.includes(false)) return "near";
  return changedAt.get(document) >= since ? "elsewhere" : "nothing";
};

const ITEM = "li,tr,article,[role=row],[role=listitem],[role=option],[role=treeitem]";

// Whether an element came to be what it is since a moment: by what is in it, its labels, or its item where that does not hold another one.
/** @param {Element} element @param {number} since @param {Node} other */
const cameToBe = (element, since, other) => {
  const item = closest(element, ITEM);
  const around = [element, ...(dom.labels(element) ?? []), ...(item && !holds(item, other) ? [item] : [])];
  return around.some((node) => changedAt.get(node) >= since);
};

give({ cameToBe, changed });
