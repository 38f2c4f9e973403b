// What changed in the document, heard of from its first node on: how much of it an action caused, and who waits for it.

const AMBIENT_MS = 1500; // what changed this shortly before an action is the page's own ticking
const touched = new WeakMap(); // node -> when it last changed while no action ran
let marked = null; // when the action began
let markedTimeline = 0;
let caused = 0;
let waiters = [];

const ambient = (node) => {
  // The node itself, or what it is directly in: a clock replaces its text, or the element around it.
  return [node, node.parentNode].some((n) => n && marked - (touched.get(n) ?? -Infinity) < AMBIENT_MS);
};

// Something else came in its place (a counter, a list drawn anew): the diff tells of that, it is no message.
const replaced = (record, records) =>
  records.some((other) => other.addedNodes.length > 0 && (other.target === record.target || other.target.contains(record.target)));

const heard = (records) => {
  const now = performance.now();
  noteChanges(records);
  for (const record of records) {
    if (marked === null) {
      // What the parser and the page's start do is no ticking.
      if (document.readyState === "complete") touched.set(record.target, now);
    } else if (!ambient(record.target)) caused++;
    if (record.type === "childList") {
      for (const node of record.addedNodes) if (marked === null || !ambient(record.target)) appeared(node);
      for (const node of record.removedNodes) gone(node, replaced(record, records), now);
    } else if (record.type === "characterData" && (marked === null || !ambient(record.target))) {
      if (record.target.parentElement?.closest(LIVE)) appeared(record.target);
    }
  }
  requestAnimationFrame(sift);
  const woken = waiters;
  waiters = [];
  for (const wake of woken) wake(true);
};

const observer = new MutationObserver(heard);
const everything = { subtree: true, childList: true, characterData: true, attributes: true };
const heardSince = new WeakMap(); // document or shadow root -> since when its changes are heard of

const hear = (root) => {
  if (heardSince.has(root)) return;
  observer.observe(root, everything);
  heardSince.set(root, clock());
};

// The shadow roots that an element is in, closed ones too: an observer of the document does not see into them.
const watchRoots = (element) => {
  for (let root = element.getRootNode(); root.host; root = root.host.getRootNode()) hear(root);
};

hear(document);

const mark = () => {
  marked = performance.now();
  markedTimeline = document.timeline.currentTime ?? 0;
  caused = 0;
};

const unmark = () => {
  marked = null;
};

const beat = async () => {
  await frames();
  const mutations = caused;
  caused = 0;
  const animations = document.getAnimations().filter((a) => {
    if (a.playState !== "running" || (a.startTime ?? markedTimeline) < markedTimeline) return false;
    return Number.isFinite(a.effect?.getComputedTiming().endTime ?? Infinity);
  }).length;
  return { mutations, animations };
};

// Resolves at the next change of the document, or after `ms`.
const change = (ms) =>
  new Promise((resolve) => {
    waiters.push(resolve);
    setTimeout(() => resolve(false), ms);
  });

Object.assign(domtool, { beat, change, mark, unmark });
