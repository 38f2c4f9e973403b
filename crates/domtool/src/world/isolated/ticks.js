// Whether what a node shows changed shortly before the action, all by itself: a clock, a counter, a ticker.

const ticks = (node) => [node, node.parentNode, ...node.childNodes].some((n) => n && (marked ?? performance.now()) - (touched.get(n) ?? -Infinity) < AMBIENT_MS);

Object.assign(domtool, { ticks });
