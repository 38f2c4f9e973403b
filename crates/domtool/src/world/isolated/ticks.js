// Whether what a node shows changed shortly before the action, all by itself: a clock, a counter, a ticker.

const MOST_WITHIN = 50;

// A line of text is of a block, and what ticks somewhere in it. Of what is gone only its place is left (`within` is false then).
const ticks = (node, within) => {
  const inside = within ? [...(node.querySelectorAll?.("*") ?? [])].slice(0, MOST_WITHIN) : [];
  const all = [node, node.parentNode, ...inside].flatMap((n) => (n ? [n, ...(n === node.parentNode ? [] : n.childNodes)] : []));
  return all.some((n) => (marked ?? performance.now()) - (touched.get(n) ?? -Infinity) < AMBIENT_MS);
};

Object.assign(domtool, { ticks });
