// What changed in the page, heard of from its first node on, and handed to those whom it concerns.

const BETWEEN_VISITS_MS = 50;
const LATER_MS = [120, 400]; // what fades in or out shows itself a moment after it changed
let started = false; // the page is there, and what it started with is known
let startedAt = 0;
let lastChange = 0; // by the clock that all frames count alike
let lastNews = 0; // the same, but for what ticks, also between two actions
let visited = 0;
let visiting = false;

// What scripts put into a page when it was just loaded belongs to what it starts with, unless something is done to it already.
const FRESH_MS = 1000;
/** @param {number} at */
const isStart = (at) => at < startedAt + FRESH_MS && (!actedOn || cameAlong);

// A change that says something: more than the looks of a pressed button, or a ripple in it.
/** @param {MutationRecord} record */
const tells = (record) =>
  record.type === "attributes"
    ? /^(aria-(?!describedby)|hidden$|open$|value$|checked$|selected$)/.test(record.attributeName ?? "")
    : record.type === "characterData" ||
      [...record.addedNodes, ...record.removedNodes].some(
        (node) =>
          !!dom.textContent(node)?.trim() || dom.querySelector(node, NATIVE_CONTROLS) || dom.matches(node, NATIVE_CONTROLS),
      );

// A change that only takes something away, elsewhere than in what is pressed: a menu that closes on a press beside it.
/** @param {MutationRecord} record */
const closes = ({ target, type, attributeName, addedNodes }) => {
  const own = proof?.watched.element;
  // What holds it closes with it.
  if (own && (target === own || holds(own, target) || (type === "attributes" && holds(target, own)))) return false;
  if (type === "childList") return addedNodes.length === 0;
  if (type !== "attributes" || !isElement(target)) return false;
  const now = dom.getAttribute(target, attributeName ?? "");
  /** @type {Record<string, boolean>} */
  const closed = { hidden: now !== null, open: now === null, "aria-expanded": now !== "true", "aria-hidden": now === "true" };
  return closed[attributeName ?? ""] ?? false;
};

// Something else stands in its place (a counter, a list drawn anew), or had stood there before it.
/** @param {MutationRecord} record */
const replaces = (record) => [...record.removedNodes].some((node) => dom.textContent(node)?.trim());
/** @param {MutationRecord} record @param {Set<Node>} grown what nodes were added to */
const replaced = (record, grown) => {
  for (let around = /** @type {Node | null} */ (record.target); around; around = dom.parentNode(around))
    if (grown.has(around)) return true;
  return false;
};

// Whether a change says something else in a place that stays: clocks and counters do no more.
/** @param {MutationRecord} record */
const retells = (record) => ![...record.addedNodes, ...record.removedNodes].some(isElement);

/** @param {MutationRecord[]} records */
const heard = (records) => {
  const now = performance.now();
  const ofDocument = records.filter((record) => record.target === document);
  if (ofDocument.length > 0) listenAgain(ofDocument.some((record) => record.removedNodes.length > 0));
  noteChanges(records);
  if (pressing && records.some((record) => tells(record) && !closes(record))) proof?.seen.set("acted", 1);
  if (!started && dom.readyState(document) === "complete") start();
  const grown = new Set(records.filter((record) => record.addedNodes.length > 0).map((record) => record.target));
  const acted = marked;
  let [news, ticks] = [false, true];
  if (started) noteInPlace(records, now, ({ target }) => acted !== null && ambient(target, acted));
  for (const record of records) {
    const own = marked !== null && ambient(record.target, marked);
    ticks &&= own || (marked === null && started && retells(record) && ambient(record.target, now));
    // What the parser and the page's start do is no ticking.
    if (marked === null ? started : own) touch(record.target, now, retells(record));
    else if (marked !== null) caused++;
    news ||= !own;
    if (!started) continue;
    notePicture(record, own);
    noteCame(record, now);
    const all = record.addedNodes.length > 1 ? dom.textContent(record.target).length : 0;
    // Once a record: it may have thousands of nodes, and there may be thousands of it.
    const mayAppear = !own && record.addedNodes.length > 0 && !replaces(record);
    for (const node of record.addedNodes) {
      takeIn(node, all);
      if (mayAppear) appeared(node, now);
    }
    const isReplaced = record.removedNodes.length > 0 && replaced(record, grown);
    for (const node of record.removedNodes) removed(node, isReplaced, now);
    if (record.type === "attributes") {
      if (record.attributeName === "aria-invalid") findFlaws(/** @type {Element} */ (record.target));
      else if (record.attributeName === "class" || record.attributeName === "role" || record.attributeName === "aria-live")
        takeIn(record.target);
      if (!own) revealed(record, now);
    }
  }
  if (news) lastChange = clock();
  if (!ticks) lastNews = clock();
  if (started) visitSoon();
  const woken = waiters;
  waiters = [];
  for (const wake of woken) wake(true);
};

// A node is in the page that was not, or is called otherwise.
/** @param {Node} node @param {number} [all] */
const takeIn = (node, all = 0) => {
  if (!isElement(node)) return;
  if (dom.isConnected(node)) findPlaces(node, all);
  const log = dom.closest(dom.parentElement(node), "[role=log]");
  if (log && dom.textContent(log).length > MOST_TEXT) addPlace(node);
  hearWithin(node);
  if (marked !== null) findHosts(node);
};

const visitNow = () => {
  visited = performance.now();
  watchFleeting(visited);
  watchLooks(visited);
  visit(false);
};

const visitSoon = () => {
  if (visiting || messagePlaces.size + fleeting.length + changing.length === 0) return;
  visiting = true;
  const wait = Math.max(0, visited + BETWEEN_VISITS_MS - performance.now());
  later(wait, async () => {
    await frame();
    visiting = false;
    visitNow();
    for (const ms of LATER_MS) later(ms, () => performance.now() - visited >= BETWEEN_VISITS_MS && visitNow());
  });
};

const observer = new MutationObserver(heard);
observers.push(observer);
const everything = {
  subtree: true,
  childList: true,
  characterData: true,
  attributes: true,
  attributeOldValue: true,
  characterDataOldValue: true,
};
// What the page starts with is no news. What a refused form, or a saved one, leads to may say so from the start.
const start = () => {
  if (started) return;
  started = true;
  startedAt = performance.now();
  hearWithin(document);
  findPlaces(document);
  visit(true);
};

// Tells what is there to tell now.
// Gives when the page changed for the last time, but for its own ticking.
const flush = () => {
  const records = observer.takeRecords();
  if (records.length > 0) heard(records);
  if (started) visitNow();
  return lastChange;
};

// The tab is given back, and nobody asks any more. Whoever takes it again loads all this anew.
const rest = () => {
  for (const each of observers) each.disconnect();
  started = false;
};

hear(document);
if (dom.readyState(document) === "complete") start();
else dom.addEventListener(window, "load", start, { once: true, passive: true });
for (const type of ["transitionend", "animationend", "change", "focusout", "submit", "toggle"]) {
  listen(type, () => started && visitSoon());
}

give({ flush, rest, start });
