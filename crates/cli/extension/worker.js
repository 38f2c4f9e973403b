// Carries protocol messages between the tabs that the person ticked and `domtool relay`, and decides nothing about them.
//
// The popup sends what the person wants. What is so stands in the extension's storage, for the popup to show and for the next worker:
// `pairing` (the relay's address and token), and, until the browser ends, `ticked`, `state` and `held` (what is pressed in which tab).

import { badges } from "./badges.js";
import { Pressed } from "./pressed.js";

/** @typedef {import("./pressed.js").Command} Command */

/** Commands of the protocol that this worker speaks with the relay; the relay refuses another version of it. */
const PROTOCOL = "domtool-relay-1";
/** A worker without work ends after 30 s; messages on its socket keep it. */
const KEEP_ALIVE_MS = 20_000;
/** How long a page may take to notice that a key or button is released. */
const RELEASES_MS = 500;
/** The browser may end a worker at any time. This wakes it, sooner where tabs are ticked (packed extensions are held to 30 s). */
const WAKE = "wake";
const WAKE_MINUTES = { idle: 0.5, ticked: 0.1 };

/** @type {WebSocket | undefined} */
let relay;
/** The tabs that the person ticked. @type {Set<number>} */
const ticked = new Set();
/** The tabs that pages of driven ones opened, each with the tab that did. @type {Map<number, number>} */
const openers = new Map();
/** The tabs that are driven, with what is held down there. @type {Map<number, Pressed>} */
const driven = new Map();
/** Those that are being let go, each with the end of that. @type {Map<number, Promise<void>>} */
const leaving = new Map();

const report = (/** @type {unknown} */ error) => console.warn("domtool relay:", error);

/** @param {Record<string, unknown>} message */
function say(message) {
  if (relay?.readyState === WebSocket.OPEN) relay.send(JSON.stringify(message));
}

// --- The relay ---

async function connect() {
  const { pairing } = await chrome.storage.local.get("pairing");
  if (relay || !pairing) return;
  const socket = new WebSocket(`ws://${pairing.address}/extension`, [PROTOCOL, `token.${pairing.token}`]);
  relay = socket;
  const alive = setInterval(() => say({ alive: {} }), KEEP_ALIVE_MS);
  socket.onopen = async () => {
    const hello = { userAgent: navigator.userAgent, product: await product() };
    if (socket !== relay) return;
    // To this relay all tabs are free.
    await letAllGo();
    // Whoever waited for the browser finds its tabs there.
    await tell();
    say({ hello });
    await show();
  };
  socket.onmessage = ({ data }) => {
    if (socket === relay) obey(JSON.parse(data)).catch(report);
  };
  socket.onclose = async () => {
    clearInterval(alive);
    if (socket !== relay) return;
    relay = undefined;
    // Nobody is there who could drive them.
    await letAllGo();
    await show();
  };
}

/** Has the browser wake this worker for as long as there is a relay to look for. */
async function stayWakeable() {
  const { pairing } = await chrome.storage.local.get("pairing");
  if (!pairing) return void (await chrome.alarms.clear(WAKE));
  await chrome.alarms.create(WAKE, { periodInMinutes: WAKE_MINUTES[ticked.size ? "ticked" : "idle"] });
}

/** The browser's name and whole version. */
async function product() {
  const data = /** @type {any} */ (navigator).userAgentData;
  const { fullVersionList } = await data.getHighEntropyValues(["fullVersionList"]);
  const own = fullVersionList.find((/** @type {any} */ one) => one.brand === "Chromium") ?? fullVersionList[0];
  return `Chrome/${own.version}`;
}

/** Does what the relay asks for. @param {Record<string, any>} message */
async function obey(message) {
  const [[what, asked]] = Object.entries(message);
  const asking = relay;
  // Another relay would take it for the answer to something else.
  const answer = (/** @type {object} */ came) => relay === asking && say({ answer: { id: asked.id, ...came } });
  try {
    answer({ result: (await work(what, asked)) ?? {} });
  } catch (error) {
    answer({ error: error instanceof Error ? error.message : String(error) });
  }
}

/** @param {string} what @param {any} asked @returns {Promise<object | undefined | void>} */
function work(what, asked) {
  switch (what) {
    case "create":
      return create(asked);
    // What is not driven any more is told as such, also while the person takes it back.
    case "send":
      return send(asked);
    case "detach":
      return letGo(asked.tab).then(show);
  }
  if (!ticked.has(asked.tab)) throw new Error("the person has not ticked that tab");
  switch (what) {
    case "attach":
      return attach(asked.tab);
    case "close":
      return chrome.tabs.remove(asked.tab);
    default:
      throw new Error(`what is ${what}?`);
  }
}

/** @param {{ tab: number, session?: string, method: string, params?: object }} command */
function send({ tab, session, method, params = {} }) {
  const pressed = driven.get(tab);
  if (!pressed) throw new Error("Detached while handling command.");
  pressed.note({ method, params: /** @type {Record<string, unknown>} */ (params), session });
  return chrome.debugger.sendCommand({ tabId: tab, sessionId: session }, method, params);
}

/** Whether a page is the extension's own, which could do all that it can. @param {string | undefined} url */
const isOwn = (url) => !!url?.startsWith(chrome.runtime.getURL(""));

/** @param {number} tab */
async function attach(tab) {
  const asking = relay;
  if (isOwn((await chrome.tabs.get(tab)).url)) throw new Error("the extension's own pages are not operated");
  // Whoever drove it before may have left this moment.
  await leaving.get(tab);
  await chrome.debugger.attach({ tabId: tab }, "1.3");
  driven.set(tab, new Pressed(() => keepHeld().catch(report)));
  if (!ticked.has(tab) || relay !== asking) {
    await letGo(tab);
    throw new Error("the person took the tab back");
  }
  await show();
}

/** Keeps what is pressed for the next worker, should this one be ended. */
async function keepHeld() {
  const held = [...driven].map(([tab, pressed]) => [tab, pressed.releases()]);
  await chrome.storage.session.set({ held });
}

/** Opens a tab, which counts as ticked. @param {{ url: string, active: boolean }} asked */
async function create({ url, active }) {
  const { id } = await chrome.tabs.create({ url, active });
  if (id === undefined) throw new Error("the browser opened no tab");
  await tick(id);
  return { tab: id };
}

/** Releases what is held in a tab, and detaches from it. @param {number} tab */
async function letGo(tab) {
  const pressed = driven.get(tab);
  if (!pressed) return leaving.get(tab);
  // From now on nothing more is sent to it.
  driven.delete(tab);
  const left = leave(tab, pressed).finally(() => leaving.delete(tab));
  leaving.set(tab, left);
  return left;
}

/** @param {number} tab @param {Pressed} pressed */
async function leave(tab, pressed) {
  await release(tab, pressed.releases());
  await keepHeld().catch(report);
  await chrome.debugger.detach({ tabId: tab }).catch(report);
}

/** Lets go of all tabs, and waits for those that are being let go. */
async function letAllGo() {
  await Promise.all([...driven.keys(), ...leaving.keys()].map(letGo));
}

/** Releases what is held in a tab, and gives a page that hangs up. @param {number} tab @param {Command[]} releases */
async function release(tab, releases) {
  const sent = releases.map(({ method, params, session }) =>
    chrome.debugger.sendCommand({ tabId: tab, sessionId: session }, method, params).catch(report),
  );
  await Promise.race([Promise.all(sent), new Promise((resolve) => setTimeout(resolve, RELEASES_MS))]);
}

// --- The browser ---

chrome.debugger.onEvent.addListener(({ tabId, sessionId }, method, params) => {
  if (tabId !== undefined && driven.has(tabId)) {
    say({ event: { tab: tabId, session: sessionId, method, params: params ?? {} } });
  }
});

chrome.debugger.onDetach.addListener(async ({ tabId: tab }, reason) => {
  if (tab === undefined) return;
  const pressed = driven.get(tab);
  driven.delete(tab);
  // A worker that this woke does not know yet which tabs are ticked.
  await ready;
  await keepHeld();
  say({ detached: { tab, reason } });
  if (reason === "canceled_by_user") {
    await untick([tab]);
    // The browser's own "Cancel" ends all at once, and leaves down what was pressed.
    const releases = pressed?.releases() ?? [];
    if (releases.length) await releaseAfterwards(tab, releases);
  }
  await show();
});

/** Holds a tab once more, only to release what is held there. @param {number} tab @param {Command[]} releases */
async function releaseAfterwards(tab, releases) {
  try {
    await chrome.debugger.attach({ tabId: tab }, "1.3");
    await release(tab, releases);
    await chrome.debugger.detach({ tabId: tab });
  } catch (error) {
    report(error);
  }
}

chrome.tabs.onUpdated.addListener((tab, change) => {
  if (ticked.has(tab)) {
    if (isOwn(change.url)) takeBack([tab]).catch(report);
    if (change.title !== undefined || change.url !== undefined) tell().catch(report);
    show().catch(report);
  }
});

// What a driven page opens is driven with it: it could have opened that within its own tab.
chrome.webNavigation.onCreatedNavigationTarget.addListener(({ sourceTabId, tabId }) => {
  if (driven.has(sourceTabId)) {
    openers.set(tabId, sourceTabId);
    tick(tabId).catch(report);
  }
});

chrome.tabs.onRemoved.addListener((tab) => {
  openers.delete(tab);
  if (ticked.has(tab)) untick([tab]).catch(report);
});

/** Tells the relay which tabs are ticked, and which are being let go: it hears first why those are no longer driven. */
async function tell() {
  const targets = new Map((await chrome.debugger.getTargets()).map((target) => [target.tabId, target]));
  const tabs = [];
  for (const tab of new Set([...ticked, ...leaving.keys()])) {
    const target = targets.get(tab);
    if (!target) continue;
    const opener = targets.get(openers.get(tab))?.id;
    tabs.push({ tab, target: target.id, title: target.title, url: target.url, opener });
  }
  say({ tabs });
}

// --- The person ---

/** Forgets ticks. @param {number[]} tabs */
async function untick(tabs) {
  tabs.forEach((tab) => ticked.delete(tab));
  await keepTicked();
  await tell();
}

async function keepTicked() {
  await chrome.storage.session.set({ ticked: [...ticked] });
  await stayWakeable();
}

/** Takes tabs back from whoever drives them. @param {number[]} tabs */
async function takeBack(tabs) {
  // None of them is attached to again while others are let go.
  tabs.forEach((tab) => ticked.delete(tab));
  const taken = tabs.filter((tab) => driven.has(tab));
  await Promise.all(taken.map((tab) => letGo(tab).then(() => say({ detached: { tab, reason: "canceled_by_user" } }))));
  await keepTicked();
  await tell();
  await show();
}

/** @param {number} tab */
async function tick(tab) {
  ticked.add(tab);
  await keepTicked();
  await tell();
  await show();
}

/** @param {{ address: string, token: string }} pairing */
async function pair(pairing) {
  await chrome.storage.local.set({ pairing });
  await hangUp();
  await connect();
  await stayWakeable();
}

/** Leaves the relay, and what it drove. */
async function hangUp() {
  const before = relay;
  relay = undefined;
  before?.close();
  await letAllGo();
  await show();
}

/** Forgets the relay; nobody is let at a tab any more. */
async function unpair() {
  await takeBack([...ticked]);
  await chrome.storage.local.remove("pairing");
  await hangUp();
  await stayWakeable();
}

/** @param {any} wish */
async function grant(wish) {
  await ready;
  if (wish.tick !== undefined && isOwn((await chrome.tabs.get(wish.tick)).url)) return;
  if (wish.tick !== undefined) await tick(wish.tick);
  if (wish.untick !== undefined) await takeBack([wish.untick]);
  if (wish.pair) await pair(wish.pair);
  if (wish.unpair) await unpair();
}

// Only pages of the extension itself are heard here.
chrome.runtime.onMessage.addListener((wish, { tab }) => {
  // What is clicked in a tab that is operated is not the person's wish.
  if (tab?.id === undefined || !driven.has(tab.id)) grant(wish).catch(report);
});

// A click on the badge of a driven tab takes it back.
chrome.action.onClicked.addListener(({ id }) => {
  if (id !== undefined) ready.then(() => takeBack([id])).catch(report);
});

/** Shows what holds now: the badges, and the state for the popup. */
async function show() {
  const connected = relay?.readyState === WebSocket.OPEN;
  await chrome.storage.session.set({ state: { connected, driven: [...driven.keys()] } });
  await badges(driven, ticked);
}

// --- The worker's life ---

chrome.alarms.onAlarm.addListener(() => ready.then(connect).catch(report));
// Being listened to is what starts the worker with the browser.
chrome.runtime.onStartup.addListener(() => {});

async function begin() {
  /** @type {{ ticked?: number[], held?: [number, Command[]][] }} */
  const kept = await chrome.storage.session.get(["ticked", "held"]);
  for (const tab of kept.ticked ?? []) ticked.add(tab);
  // Whatever an earlier worker drove, nobody drives now.
  await Promise.all((kept.held ?? []).map(([tab, releases]) => release(tab, releases)));
  await Promise.all([...ticked].map((tab) => chrome.debugger.detach({ tabId: tab }).catch(() => {})));
  await keepHeld();
  await stayWakeable();
  await connect();
  await show();
}

const ready = begin().catch(report);
