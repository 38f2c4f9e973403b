// Texts that a person would have noticed: what appears in places meant for messages, and what comes and goes.

const PASSING_MS = 15000; // a text that goes within this time was a passing message
const MOST_MESSAGES = 50;
const MOST_PASSING = 100;
const LIVE = "[role=alert],[role=status],[role=log],[aria-live]:not([aria-live=off]),output";
let messages = [];
let fleeting = []; // texts that appeared and may go again: {node, text, at, live}

const shown = (node) => {
  const element = node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement;
  return !!element && element.isConnected && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
};

const say = (text, at, gone) => {
  if (messages.length < MOST_MESSAGES && !messages.some((m) => m.text === text)) messages.push({ text, at, gone });
};

const appeared = (node) => {
  if (node.nodeType !== Node.ELEMENT_NODE && node.nodeType !== Node.TEXT_NODE) return;
  if (document.readyState !== "complete") return; // what comes with the page is no message
  const element = node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement;
  if (!element || /^(SCRIPT|STYLE|TEMPLATE|NOSCRIPT)$/.test(element.tagName)) return;
  if (element.closest("[data-no-ai]")) return;
  const live = element.closest(LIVE);
  const text = collapse((live ?? node).textContent ?? "");
  if (!text || text.length > LONGEST) return;
  const at = performance.now();
  fleeting = fleeting.filter((p) => at - p.at < PASSING_MS && p.node !== node).slice(-MOST_PASSING);
  fleeting.push({ node, text, at, live: !!live });
};

// Turns what appeared into messages: live regions at once, others when they are gone again.
const sift = () => {
  const now = performance.now();
  fleeting = fleeting.filter((p) => {
    if (now - p.at > PASSING_MS) return false;
    const visible = shown(p.node);
    if (p.live && (visible || p.seen)) {
      say(p.text, p.at, !visible);
      return false;
    }
    if (visible) {
      p.seen = true;
      return true;
    }
    // Hidden again where it is; what was removed is told (or not) by how it was.
    if (p.seen && p.node.isConnected) {
      say(p.text, p.at, true);
      return false;
    }
    return true;
  });
};

const gone = (node, replaced, now) => {
  fleeting = fleeting.filter((f) => {
    if (!node.contains(f.node)) return true;
    if (!replaced && f.node === node && now - f.at > 30) say(f.text, f.at, true);
    return false;
  });
};

const drain = () => {
  sift();
  const now = performance.now();
  const out = messages.map((m) => ({ text: m.text, age_ms: Math.round(now - m.at), gone: m.gone }));
  messages = [];
  return out;
};

Object.assign(domtool, { drain });
