// Whether the page has drawn what it is going to draw.

const MOST_COUNTED = 400; // characters; more says nothing more
const MOST_WALKED = 3000; // nodes

const textAmount = () => {
  const walker = document.createTreeWalker(document.body ?? document, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    /^(SCRIPT|STYLE|TEMPLATE|NOSCRIPT)$/.test(node.nodeName) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
  let amount = 0;
  for (let left = MOST_WALKED; left > 0 && amount < MOST_COUNTED && walker.nextNode(); left--) {
    if (walker.currentNode.nodeType === Node.TEXT_NODE) amount += walker.currentNode.data.trim().length;
  }
  return Math.min(amount, MOST_COUNTED);
};

const glance = () => {
  const text = textAmount();
  const seen = text > 0 || !!document.querySelector("img,canvas,svg,video,input:not([type=hidden]),button,select,textarea,object,embed");
  return {
    elements: document.getElementsByTagName("*").length,
    height: document.documentElement?.scrollHeight ?? 0,
    text,
    drawn: seen || (document.body?.getBoundingClientRect().height ?? 0) > 60,
    busy: !!document.querySelector("[aria-busy=true],progress:not([value]),[role=progressbar]:not([aria-valuenow])"),
  };
};

const glanceLater = async () => {
  await frames();
  return glance();
};

Object.assign(domtool, { glance, glanceLater });
