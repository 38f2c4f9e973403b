// Files that the page gets: read at the event that tells it, as many pages empty the input right after.

let fileWatch = null; // {input, event, files, told}
let dropWatch = null; // {place: as the window sees it, over: the last dragover, files}

const filesOf = (list) => [...(list ?? [])].map((file) => ({ name: file.name, size: file.size }));

const fileInput = (element) => ({
  multiple: !!dom.multiple(element),
  folder: !!dom.webkitdirectory(element),
  accept: dom.accept(element) ?? "",
});

const hearFiles = (event) => {
  if (!fileWatch || !event.isTrusted || !event.composedPath().includes(seenFromWindow(fileWatch.input))) return;
  const files = filesOf(dom.files(fileWatch.input));
  // A page that empties it at the first event leaves nothing to read at the next.
  if (files.length > 0 || fileWatch.event === null) fileWatch.files = files;
  fileWatch.event = event.type;
  fileWatch.told?.();
};
for (const type of ["input", "change", "cancel"]) dom.addEventListener(window, type, hearFiles, { capture: true, passive: true });

const listenForFiles = (input) => {
  fileWatch = { input, event: null, files: [], told: null };
};

// What the input held when the page was told; what it holds now when it never was.
const filesTaken = async (input, ms) => {
  if (!fileWatch?.event) {
    await new Promise((resolve) => {
      if (!fileWatch) return resolve();
      fileWatch.told = resolve;
      later(ms, resolve);
    });
  }
  const heard = fileWatch ?? { event: null, files: [] };
  fileWatch = null;
  return { event: heard.event, files: heard.event ? heard.files : filesOf(dom.files(input)) };
};

const hearDrop = (event) => {
  if (!dropWatch || !event.isTrusted || !event.composedPath().includes(dropWatch.place)) return;
  if (event.type === "dragover") dropWatch.over = event;
  else dropWatch.files = filesOf(event.dataTransfer?.files);
};
for (const type of ["dragover", "drop"]) dom.addEventListener(window, type, hearDrop, { capture: true, passive: true });

const listenForDrop = (element) => {
  dropWatch = { place: seenFromWindow(element), over: null, files: null };
};

// Whether a page cancelled an event is known once its dispatch is over.
const dropHeard = () => ({ taken: dropWatch?.over?.defaultPrevented ?? false, files: dropWatch?.files ?? null });

give({ dropHeard, fileInput, filesTaken, listenForDrop, listenForFiles });
