// What came of a drag, in each frame that takes part in it.

/** @type {Haul | null} */
let haul = null;
const HAUL = ["pointerdown", "mousedown", "pointerup", "mouseup", "dragstart", "dragenter", "drop", "dragend"];

// On what a drop came down: the "target", the "source" (which the page had moved there), something "around" the target,
// or "other".
/** @param {Haul} haul @param {EventTarget[]} path @returns {DroppedOn} */
const fallenOn = (haul, path) => {
  if (haul.target && arrived(path, haul.target)) return "target";
  if (haul.source && arrived(path, haul.source)) return "source";
  if (haul.target) for (const node of upwards(up(haul.target.element))) if (node === path[0]) return "around";
  return "other";
};

/** @param {DragEvent} event */
const hauled = (event) => {
  if (!haul || !event.isTrusted) return;
  const path = event.composedPath();
  const ofSource = !!haul.source && arrived(path, haul.source);
  if (event.type === "pointerdown" || event.type === "mousedown") haul.pressed ||= ofSource;
  else if (event.type === "dragstart") haul.start = event;
  else if (event.type === "dragenter") haul.entered ||= !!haul.target && arrived(path, haul.target);
  else if (event.type === "drop") haul.dropped = fallenOn(haul, path);
  else if (event.type === "dragend") [haul.ended, haul.effect] = [true, event.dataTransfer?.dropEffect ?? "none"];
  else haul.released = true;
};
for (const type of HAUL) dom.addEventListener(window, type, hauled, { capture: true, passive: true });

// From here on the frame hears for a drag of `element`, or one that ends on it.
/** @param {Element} element @param {"source" | "target"} role */
const watchDrag = (element, role) => {
  haul ??= {};
  haul[role] = watching(element);
};

const forgetDrag = () => {
  haul = null;
};

// How far the drag is, as the frame of an element has it.
const draggedAt = () => ({
  pressed: !!haul?.pressed,
  began: !!haul?.start && !haul.start.defaultPrevented,
  ended: !!haul?.ended,
  effect: haul?.effect ?? null,
  entered: !!haul?.entered,
  dropped: haul?.dropped ?? null,
  released: !!haul?.released,
});

// Where a dragged element was, and whether it ever was elsewhere since.
/** @type {DragPlace | null} */
let place = null;

/** @param {Element} element */
const isElsewhere = (element) => {
  if (!place) return false;
  const box = dom.getBoundingClientRect(element);
  const moved = Math.abs(box.x + scrollX - place.x) > 2 || Math.abs(box.y + scrollY - place.y) > 2;
  return dom.parentNode(element) !== place.parent || dom.nextElementSibling(element) !== place.next || moved;
};

// What is put somewhere and back within one task is heard of all the same.
const placing = new MutationObserver(() => {
  if (place && dom.isConnected(place.element)) place.left ||= isElsewhere(place.element);
});

/** @param {Element} element */
const rememberPlace = (element) => {
  placing.observe(document, { subtree: true, childList: true });
  const box = dom.getBoundingClientRect(element);
  place = {
    element,
    parent: dom.parentNode(element),
    next: dom.nextElementSibling(element),
    x: box.x + scrollX,
    y: box.y + scrollY,
    left: false,
  };
};

// Once the page has drawn what it makes of the drop: whether the element is elsewhere.
/** @param {Element} element */
const leftPlace = async (element) => {
  await twoFrames();
  placing.disconnect();
  if (place?.element === element) place.left ||= isElsewhere(element);
  return !!place?.left;
};

// Whether it was elsewhere, and is back.
/** @param {Element} element */
const isBack = (element) => place?.element === element && place.left && dom.isConnected(element) && !isElsewhere(element);

// The same once the drop or its end was heard of here. A drop that is refused is heard of only where the drag began.
const DROP_FRAMES = 8;
const dropped = async () => {
  for (let left = DROP_FRAMES; left > 0 && haul && !haul.dropped && !haul.ended; left--) await frame();
  return draggedAt();
};

give({ draggedAt, dropped, forgetDrag, isBack, leftPlace, rememberPlace, watchDrag });
