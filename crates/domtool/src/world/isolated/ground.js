// Whether an element still is what it was.

const TELLING = /^(id|name|href|src|alt|value|for|title|placeholder|role|type|onclick|formaction|aria-(label|labelledby|rowindex|posinset)|data-.+)$/;
const MOST_SEARCHED = 300;
const changedAt = new WeakMap(); // node -> when it, or something in it, last changed in what tells it from others

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

Object.assign(domtool, { changed });
