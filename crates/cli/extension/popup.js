// The popup: the person pairs with the relay and ticks tabs. It sends the worker their wishes, and shows what its storage says.

const state = /** @type {HTMLElement} */ (document.getElementById("state"));
const wrong = /** @type {HTMLElement} */ (document.getElementById("wrong"));
const paired = /** @type {HTMLElement} */ (document.getElementById("paired"));
const list = /** @type {HTMLElement} */ (document.getElementById("tabs"));
const field = /** @type {HTMLInputElement} */ (document.getElementById("pairing"));

/** Only a relay of this very machine: `127.0.0.1:PORT/TOKEN`. */
const PAIRING = /^(?<address>(?:127\.0\.0\.1|\[::1\]|localhost):\d{1,5})\/(?<token>[\w-]{16,})$/;

/** So many drawings have begun. */
let begun = 0;

async function draw() {
  begun += 1;
  const own = begun;
  const { ticked = [], state: now = {} } = await chrome.storage.session.get(["ticked", "state"]);
  const { pairing } = await chrome.storage.local.get("pairing");
  const all = await chrome.tabs.query({});
  // A later one knows what is so by now; this one may come after it.
  if (own !== begun) return;
  const whether = now.connected ? "Paired with domtool" : "No domtool relay answers";
  state.textContent = pairing ? `${whether} at ${pairing.address}.` : 'Run "domtool relay" and paste its pairing code here.';
  paired.hidden = !pairing;
  const tabs = all.filter((tab) => !tab.url?.startsWith(chrome.runtime.getURL("")));
  list.replaceChildren(...tabs.map((tab) => line(tab, ticked.includes(tab.id), (now.driven ?? []).includes(tab.id))));
}

/** @param {chrome.tabs.Tab} tab @param {boolean} isTicked @param {boolean} isDriven */
function line(tab, isTicked, isDriven) {
  const box = document.createElement("input");
  box.type = "checkbox";
  box.checked = isTicked;
  box.onchange = () => chrome.runtime.sendMessage(box.checked ? { tick: tab.id } : { untick: tab.id });
  const label = document.createElement("label");
  label.title = tab.url ?? "";
  label.append(box, ` ${tab.title}${isDriven ? " (operated now)" : ""}`);
  const item = document.createElement("li");
  item.className = isDriven ? "driven" : "";
  item.append(label);
  return item;
}

/** @type {HTMLElement} */ (document.getElementById("pair")).onsubmit = async (event) => {
  event.preventDefault();
  const code = PAIRING.exec(field.value.trim())?.groups;
  wrong.textContent = code ? "" : "That is no pairing code: it looks like 127.0.0.1:9230/…";
  if (code) {
    await chrome.runtime.sendMessage({ pair: { ...code } });
    field.value = "";
  }
};

/** @type {HTMLElement} */ (document.getElementById("unpair")).onclick = () => chrome.runtime.sendMessage({ unpair: true });

chrome.storage.onChanged.addListener(draw);
draw();
