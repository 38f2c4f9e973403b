// Whether the page has drawn what it is going to draw.

const MOST_COUNTED = 400; // characters; more says nothing more
const MOST_WALKED = 3000; // nodes

const textAmount = () => {
  const walker = dom.createTreeWalker(
    document,
    dom.body(document) ?? document,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    (/** @type {Node} */ node) => (NO_TEXT.includes(dom.nodeName(node)) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT),
  );
  let amount = 0;
  for (let left = MOST_WALKED; left > 0 && amount < MOST_COUNTED && walker.nextNode(); left--) {
    if (dom.nodeType(walker.currentNode) === Node.TEXT_NODE) amount += dom.data(walker.currentNode).trim().length;
  }
  return Math.min(amount, MOST_COUNTED);
};

const readiness = () => {
  const text = textAmount();
  const seen =
    text > 0 ||
    !!dom.querySelector(document, "img,canvas,svg,video,input:not([type=hidden]),button,select,textarea,object,embed");
  return {
    elements: dom.getElementsByTagName(document, "*").length,
    height: dom.scrollHeight(dom.documentElement(document)) ?? 0,
    text,
    drawn: seen || (dom.getBoundingClientRect(dom.body(document))?.height ?? 0) > 60,
    busy: !!dom.querySelector(document, "[aria-busy=true],progress:not([value]),[role=progressbar]:not([aria-valuenow])"),
    scripted: !!dom.querySelector(document, "script:not([type$=json])"),
    operable: !!dom.querySelector(document, OPERABLE),
  };
};

const readinessLater = async () => {
  await twoFrames();
  return readiness();
};

give({ readiness, readinessLater });
