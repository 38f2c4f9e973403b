// In the page of Chromium's PDF viewer: what the PDF says. It has no nodes; the viewer knows the text of what is selected.
// Nothing where it did not come to be loaded.
(async () => {
  /** @typedef {{ getSelectedText?: () => Promise<{ selectedText: string }>, selectAll(): void, setAnnotationMode(mode: string): void }} Plugin */
  /** @typedef {{ loadState_?: string, annotationMode_?: string, pluginController_?: Plugin }} Viewer */
  const viewer = () => /** @type {Viewer | null} */ (document.querySelector("pdf-viewer"));
  // One that is out of view paints no frames to wait for.
  for (let tries = 0; (viewer()?.loadState_ ?? "loading") === "loading" && tries < 150; tries++) {
    await new Promise((come) => setTimeout(come, 20));
  }
  const plugin = viewer()?.pluginController_;
  if (viewer()?.loadState_ !== "success" || !plugin?.getSelectedText) return null;
  plugin.selectAll();
  const { selectedText } = await plugin.getSelectedText();
  // To begin to draw ends a selection; nothing else that it can be asked for does.
  if ((viewer()?.annotationMode_ ?? "off") === "off") {
    plugin.setAnnotationMode("draw");
    plugin.setAnnotationMode("off");
  }
  return selectedText;
})();
