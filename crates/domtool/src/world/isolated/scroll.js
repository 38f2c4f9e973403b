// Scrolling the page, or what scrolls in it.

const scrollable = (element) => {
  for (let node = element; node; node = up(node)) {
    if (node.nodeType !== Node.ELEMENT_NODE || node === document.body || node === document.documentElement) continue;
    const style = getComputedStyle(node);
    const scrolls = (value, over) => /auto|scroll|overlay/.test(value) && over > 0;
    if (scrolls(style.overflowY, node.scrollHeight - node.clientHeight)) return node;
    if (scrolls(style.overflowX, node.scrollWidth - node.clientWidth)) return node;
  }
  return document.scrollingElement ?? document.documentElement;
};

const position = (box) => ({
  left: box.scrollLeft,
  top: box.scrollTop,
  most_left: Math.max(0, box.scrollWidth - box.clientWidth),
  most_top: Math.max(0, box.scrollHeight - box.clientHeight),
});

const scrollBox = (box, by) => {
  const before = position(box);
  const to = { behavior: "instant", left: before.left, top: before.top };
  if (by.pages !== undefined) to.top += by.pages * Math.round(box.clientHeight * 0.9);
  if (by.pixels) {
    to.left += by.pixels[0];
    to.top += by.pixels[1];
  }
  if (by.percent !== undefined) to.top = (before.most_top * by.percent) / 100;
  box.scrollTo(to);
  return { before, after: position(box) };
};

const scroll = (element, by) => scrollBox(scrollable(element), by);
const scrollPage = (by) => scrollBox(document.scrollingElement ?? document.documentElement, by);
const offset = () => [scrollX, scrollY, innerWidth, innerHeight];

Object.assign(domtool, { offset, scroll, scrollPage });
