// What the browser's own timeline has of a document. The browser keeps the first 200 long tasks and the first 200 long frames for
// observers that come later; the page notices nothing of such an observer.

/** @param {string} type @returns {PerformanceEntry[]} */
const entriesOf = (type) => {
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type, buffered: true });
  const entries = observer.takeRecords();
  observer.disconnect();
  return entries;
};
/** @param {number[]} times */
const sum = (times) => times.reduce((all, time) => all + time, 0);

const timeline = () => {
  /** @param {string} name */
  const painted = (name) => performance.getEntriesByName(name, "paint")[0]?.startTime ?? null;
  const [loading] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  // A time that has not come yet is 0.
  const tasks = entriesOf("longtask").map((task) => task.duration);
  const frames = /** @type {LongFrame[]} */ (entriesOf("long-animation-frame"));
  const scripts = frames.flatMap(({ scripts }) => scripts);
  return {
    age: performance.now(),
    first_paint: painted("first-paint"),
    first_contentful_paint: painted("first-contentful-paint"),
    largest_contentful_paint: entriesOf("largest-contentful-paint").at(-1)?.startTime ?? null,
    dom_content_loaded: loading?.domContentLoadedEventEnd || null,
    loaded: loading?.loadEventEnd || null,
    long_tasks: { count: tasks.length, total: sum(tasks), longest: Math.max(0, ...tasks) },
    long_frames: {
      count: frames.length,
      scripts: sum(scripts.map((script) => script.duration)),
      forced: sum(scripts.map((script) => script.forcedStyleAndLayoutDuration)),
      rendering: sum(frames.map((frame) => (frame.renderStart ? frame.startTime + frame.duration - frame.renderStart : 0))),
    },
  };
};

give({ timeline });
