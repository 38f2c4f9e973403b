// Proof that input arrived.

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

Object.assign(domtool, { prove, proven, unprove });
