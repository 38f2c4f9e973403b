// What the person sees of a tab on the extension's button: whether it is ticked, and whether it is operated now.

/** @param {Map<number, unknown>} driven @param {Set<number>} ticked */
export async function badges(driven, ticked) {
  for (const { id } of await chrome.tabs.query({})) {
    if (id === undefined) continue;
    const on = driven.has(id);
    const title = on ? "domtool operates this tab: click to take it back" : "";
    try {
      await chrome.action.setBadgeText({ tabId: id, text: on ? "on" : ticked.has(id) ? "✓" : "" });
      await chrome.action.setBadgeBackgroundColor({ tabId: id, color: on ? "#c5221f" : "#5f6368" });
      await chrome.action.setTitle({ tabId: id, title });
      await chrome.action.setPopup({ tabId: id, popup: on ? "" : "popup.html" });
    } catch {
      // It closed meanwhile.
    }
  }
}
