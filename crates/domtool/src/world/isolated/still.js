// Whether anything happens without a script, a style or a layout.

// What a person does in a window that is shown, and scrolling that glides on: each of these runs a script of ours, and
// that is what Rust looks for (see observe/proof.rs).
let stirred = {};
const stir = () => (stirred = {});
for (const type of ["scroll", "input", "change", "toggle", "focus", "blur", "fullscreenchange"]) {
  addEventListener(type, stir, { capture: true, passive: true });
}
visualViewport?.addEventListener("scroll", stir, { passive: true });
visualViewport?.addEventListener("resize", stir, { passive: true });

const moving = () =>
  document.getAnimations().some((a) => a.playState === "running") ||
  [...document.querySelectorAll("video,audio,marquee")].some((e) => e.localName === "marquee" || !e.paused);

Object.assign(domtool, { moving });
