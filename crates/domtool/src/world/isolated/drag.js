// What came of a drag, in each frame that takes part in it.

let haul = null; // {source, target, pressed, start, ended, effect, entered, dropped, released}
const HAUL = ["pointerdown", "mousedown", "pointerup", "mouseup", "dragstart", "dragenter", "drop", "dragend"];

// On what a drop came down: the "target", the "source" (which the page had moved there), something "around" the target,
// or "other".
const fallenOn = (path) => {
  if (haul.target && arrived(path, haul.target)) return "target";
  if (haul.source && arrived(path, haul.source)) return "source";
  if (haul.target) for (let node = up(haul.target.element); node; node = up(node)) if (node === path[0]) return "around";
  return "other";
};

const hauled = (event) => {
  if (!haul || !event.isTrusted) return;
  const path = event.composedPath();
  const ofSource = haul.source && arrived(path, haul.source);
  if (event.type === "pointerdown" || event.type === "mousedown") haul.pressed ||= ofSource;
  else if (event.type === "dragstart") haul.start = event;
  else if (event.type === "dragenter") haul.entered ||= !!haul.target && arrived(path, haul.target);
  else if (event.type === "drop") haul.dropped = fallenOn(path);
  else if (event.type === "dragend") [haul.ended, haul.effect] = [true, event.dataTransfer?.dropEffect ?? "none"];
  else haul.released = true;
};
for (const type of HAUL) addEventListener(type, hauled, { capture: true, passive: true });

// From here on the frame hears for a drag of `element`, or one that ends on it.
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

const frameOf = () => frame();

// The same once the drop or its end was heard of here. A drop that is refused is heard of only where the drag began.
const DROP_FRAMES = 8;
const dropped = async () => {
  for (let left = DROP_FRAMES; left > 0 && haul && !haul.dropped && !haul.ended; left--) await frame();
  return draggedAt();
};

Object.assign(domtool, { draggedAt, dropped, forgetDrag, frameOf, watchDrag });
