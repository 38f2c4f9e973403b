// What came of a drag, in each frame that takes part in it.

/** @type {DragMove | null} */
let dragMove = null;
const DRAG_EVENTS = ["pointerdown", "mousedown", "pointerup", "mouseup", "dragstart", "dragenter", "drop", "dragend"];

// On what a drop came down: the "target", the "source" (which the page had moved there), something "around" the target,
// or "other".
/** @param {DragMove} dragMove @param {EventTarget[]} path @returns {DroppedOn} */
const fallenOn = (dragMove, path) => {
  if (dragMove.target && arrived(path, dragMove.target)) return "target";
  if (dragMove.source && arrived(path, dragMove.source)) return "source";
  if (dragMove.target) for (const node of upwards(up(dragMove.target.element))) if (node === path[0]) return "around";
  return "other";
};

/** @param {DragEvent} event */
const onDragEvent = (event) => {
  if (!dragMove || !event.isTrusted) return;
  const path = event.composedPath();
  const ofSource = !!dragMove.source && arrived(path, dragMove.source);
  if (event.type === "pointerdown" || event.type === "mousedown") dragMove.pressed ||= ofSource;
  else if (event.type === "dragstart") dragMove.start = event;
  else if (event.type === "dragenter") dragMove.entered ||= !!dragMove.target && arrived(path, dragMove.target);
  else if (event.type === "drop") dragMove.dropped = fallenOn(dragMove, path);
  else if (event.type === "dragend") [dragMove.ended, dragMove.effect] = [true, event.dataTransfer?.dropEffect ?? "none"];
  else dragMove.released = true;
};
for (const type of DRAG_EVENTS) listen(type, onDragEvent);

// From here on the frame hears for a drag of `element`, or one that ends on it.
/** @param {Element} element @param {"source" | "target"} role */
const watchDrag = (element, role) => {
  dragMove ??= {};
  dragMove[role] = watching(element);
};

// A drag may end here.
const watchDrop = () => {
  dragMove ??= {};
};

const forgetDrag = () => {
  dragMove = null;
};

// How far the drag is, as the frame of an element has it.
const draggedAt = () => ({
  pressed: !!dragMove?.pressed,
  began: !!dragMove?.start && !dragMove.start.defaultPrevented,
  ended: !!dragMove?.ended,
  effect: dragMove?.effect ?? null,
  entered: !!dragMove?.entered,
  dropped: dragMove?.dropped ?? null,
  released: !!dragMove?.released,
});

const droppedHere = () => !!dragMove?.dropped;

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
  for (let left = DROP_FRAMES; left > 0 && dragMove && !dragMove.dropped && !dragMove.ended; left--) await frame();
  return draggedAt();
};

give({ draggedAt, dropped, droppedHere, forgetDrag, isBack, leftPlace, rememberPlace, watchDrag, watchDrop });
