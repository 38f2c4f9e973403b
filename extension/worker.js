// Carries protocol messages between the tabs that the person ticked and `domtool relay`, and decides nothing about them.
//
// The popup sends what the person wants. What is so stands in the extension's storage, for the popup to show and for the next worker:
// `pairing` (the relay's address and token), and, until the browser ends, `ticked` and `state`.

import { Pressed } from "./pressed.js";

/** Commands of the protocol that this worker speaks with the relay; the relay refuses another version of it. */
const PROTOCOL = "domtool-relay-1";
/** A worker without work ends after 30 s; messages on its socket keep it. */
const KEEP_ALIVE_MS = 20_000;
/** How long a page may take to notice that a key or button is released. */
const RELEASES_MS = 500;
const RETRY = "retry";

/** @type {WebSocket | undefined} */
let relay;
/** The tabs that the person ticked. @type {Set<number>} */
const ticked = new Set();
/** The tabs that are driven, with what is held down there. @type {Map<number, Pressed>} */
const driven = new Map();

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
    await chrome.alarms.clear(RETRY);
    say({ hello: { userAgent: navigator.userAgent, product: await product() } });
    await tell();
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
    await Promise.all([...driven.keys()].map((tab) => letGo(tab)));
    await chrome.alarms.create(RETRY, { delayInMinutes: 0.5 });
    await show();
  };
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
  try {
    say({ answer: { id: asked.id, result: (await work(what, asked)) ?? {} } });
  } catch (error) {
    say({ answer: { id: asked.id, error: error instanceof Error ? error.message : String(error) } });
  }
}

/** @param {string} what @param {any} asked @returns {Promise<object | undefined | void>} */
function work(what, asked) {
  if (what === "create") return create(asked);
  if (!ticked.has(asked.tab)) throw new Error("the person has not ticked that tab");
  switch (what) {
    case "send":
      return send(asked);
    case "attach":
      return attach(asked.tab);
    case "detach":
      return letGo(asked.tab);
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

/** @param {number} tab */
async function attach(tab) {
  await chrome.debugger.attach({ tabId: tab }, "1.3");
  if (!ticked.has(tab)) {
    await chrome.debugger.detach({ tabId: tab });
    throw new Error("the person took the tab back");
  }
  driven.set(tab, new Pressed());
  await show();
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
  if (!pressed) return;
  // From now on nothing more is sent to it.
  driven.delete(tab);
  await release(tab, pressed);
  await chrome.debugger.detach({ tabId: tab }).catch(report);
  await show();
}

/** @param {number} tab @param {Pressed} pressed */
async function release(tab, pressed) {
  const sent = pressed
    .releases()
    .map(({ method, params, session }) =>
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
  say({ detached: { tab, reason } });
  if (reason === "canceled_by_user") {
    await untick([tab]);
    // The browser's own "Cancel" ends all at once, and leaves down what was pressed.
    if (pressed?.releases().length) await releaseAfterwards(tab, pressed);
  }
  await show();
});

/** Holds a tab once more, only to release what is held there. @param {number} tab @param {Pressed} pressed */
async function releaseAfterwards(tab, pressed) {
  try {
    await chrome.debugger.attach({ tabId: tab }, "1.3");
    await release(tab, pressed);
    await chrome.debugger.detach({ tabId: tab });
  } catch (error) {
    report(error);
  }
}

chrome.tabs.onUpdated.addListener((tab, change) => {
  if (ticked.has(tab)) {
    if (change.title !== undefined || change.url !== undefined) tell().catch(report);
    show().catch(report);
  }
});

chrome.tabs.onRemoved.addListener((tab) => {
  if (ticked.has(tab)) untick([tab]).catch(report);
});

/** Tells the relay which tabs are ticked. */
async function tell() {
  const targets = new Map((await chrome.debugger.getTargets()).map((target) => [target.tabId, target]));
  const tabs = [];
  for (const tab of ticked) {
    const target = targets.get(tab);
    if (target) tabs.push({ tab, target: target.id, title: target.title, url: target.url });
  }
  say({ tabs });
}

// --- The person ---

/** Forgets ticks. @param {number[]} tabs */
async function untick(tabs) {
  tabs.forEach((tab) => ticked.delete(tab));
  await chrome.storage.session.set({ ticked: [...ticked] });
  await tell();
}

/** Takes tabs back from whoever drives them. @param {number[]} tabs */
async function takeBack(tabs) {
  for (const tab of tabs.filter((tab) => driven.has(tab))) {
    await letGo(tab);
    say({ detached: { tab, reason: "canceled_by_user" } });
  }
  await untick(tabs);
  await show();
}

/** @param {number} tab */
async function tick(tab) {
  ticked.add(tab);
  await chrome.storage.session.set({ ticked: [...ticked] });
  await tell();
  await show();
}

/** @param {{ address: string, token: string }} pairing */
async function pair(pairing) {
  await chrome.storage.local.set({ pairing });
  const before = relay;
  relay = undefined;
  before?.close();
  await connect();
}

/** @param {any} wish */
async function grant(wish) {
  await ready;
  if (wish.tick !== undefined) await tick(wish.tick);
  if (wish.untick !== undefined) await takeBack([wish.untick]);
  if (wish.pair) await pair(wish.pair);
}

// Only pages of the extension itself are heard here.
chrome.runtime.onMessage.addListener((wish) => {
  grant(wish).catch(report);
});

// A click on the badge of a driven tab takes it back.
chrome.action.onClicked.addListener(({ id }) => {
  if (id !== undefined) takeBack([id]).catch(report);
});

/** Shows what holds now: the badges, and the state for the popup. */
async function show() {
  const connected = relay?.readyState === WebSocket.OPEN;
  await chrome.storage.session.set({ state: { connected, driven: [...driven.keys()] } });
  for (const { id } of await chrome.tabs.query({})) {
    if (id === undefined) continue;
    const on = driven.has(id);
    const title = on ? "domtool operates this tab: click to take it back" : "";
    try {
      await chrome.action.setBadgeText({ tabId: id, text: on ? "on" : ticked.has(id) ? "✓" : "" });
      await chrome.action.setBadgeBackgroundColor({ tabId: id, color: on ? "#c5221f" : "#5f6368" });
      await chrome.action.setTitle({ tabId: id, title });
      await chrome.action.setPopup({ tabId: id, popup: on ? "" : "popup.html" });
    } catch {
      // It closed meanwhile.
    }
  }
}

// --- The worker's life ---

chrome.alarms.onAlarm.addListener(() => connect().catch(report));
// Being listened to is what starts the worker with the browser.
chrome.runtime.onStartup.addListener(() => {});

async function begin() {
  const kept = await chrome.storage.session.get("ticked");
  for (const tab of kept.ticked ?? []) {
    ticked.add(tab);
    // Whatever an earlier worker drove, nobody drives now.
    await chrome.debugger.detach({ tabId: tab }).catch(() => {});
  }
  await connect();
  await show();
}

const ready = begin().catch(report);
