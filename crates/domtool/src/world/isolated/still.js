// Whether anything happens without a script, a style or a layout.

// What a person does in a window that is shown, and scrolling that glides on: each of these runs a script of ours, and
// that is what Rust looks for (see observe/proof.rs).
let stirred = {};
const stir = () => (stirred = {});
for (const type of ["scroll", "input", "change", "toggle", "focus", "blur", "fullscreenchange"]) {
  dom.addEventListener(window, type, stir, { capture: true, passive: true });
}
dom.addEventListener(/** @type {VisualViewport} */ (visualViewport), "scroll", stir, { passive: true });
dom.addEventListener(/** @type {VisualViewport} */ (visualViewport), "resize", stir, { passive: true });

const moving = () =>
  dom.getAnimations(document).some((a) => a.playState === "running") ||
  [...dom.querySelectorAll(document, "video,audio,marquee")].some((e) => dom.localName(e) === "marquee" || !dom.paused(e));

give({ moving });
