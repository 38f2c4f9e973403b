// Files that the page gets: read at the event that tells it, as many pages empty the input right after.

/** @type {{ input: Element, event: string | null, files: HeldFile[], told: (() => void) | null } | null} */
let fileWatch = null;
/** @type {{ place: Element, over: Event | null, files: HeldFile[] | null } | null} */
let dropWatch = null; // the place as the window sees it, the last dragover

/** @param {Maybe<FileList>} list */
const filesOf = (list) => [...(list ?? [])].map((file) => ({ name: file.name, size: file.size }));

/** @param {Element} element */
const fileInput = (element) => ({
  multiple: !!dom.multiple(element),
  folder: !!dom.webkitdirectory(element),
  accept: dom.accept(element) ?? "",
});

/** @param {DragEvent} event */
const hearFiles = (event) => {
  if (!fileWatch || !event.isTrusted || !event.composedPath().includes(seenFromWindow(fileWatch.input))) return;
  const files = filesOf(dom.files(fileWatch.input));
  // A page that empties it at the first event leaves nothing to read at the next.
  if (files.length > 0 || fileWatch.event === null) fileWatch.files = files;
  fileWatch.event = event.type;
  fileWatch.told?.();
};
for (const type of ["input", "change", "cancel"]) listen(type, hearFiles);

/** @param {Element} input */
const listenForFiles = (input) => {
  fileWatch = { input, event: null, files: [], told: null };
};

// What the input held when the page was told; what it holds now when it never was.
/** @param {Element} input @param {number} ms */
const filesTaken = async (input, ms) => {
  if (!fileWatch?.event) {
    await /** @type {Promise<void>} */ (
      new Promise((resolve) => {
        if (!fileWatch) return resolve();
        fileWatch.told = resolve;
        later(ms, resolve);
      })
    );
  }
  const heard = fileWatch ?? { event: null, files: [] };
  fileWatch = null;
  return { event: heard.event, files: heard.event ? heard.files : filesOf(dom.files(input)) };
};

/** @param {Element} input */
const heldFiles = (input) => filesOf(dom.files(input));

/** @param {DragEvent} event */
const hearDrop = (event) => {
  if (!dropWatch || !event.isTrusted || !event.composedPath().includes(dropWatch.place)) return;
  if (event.type === "dragover") dropWatch.over = event;
  else dropWatch.files = filesOf(event.dataTransfer?.files);
};
for (const type of ["dragover", "drop"]) listen(type, hearDrop);

/** @param {Element} element */
const listenForDrop = (element) => {
  dropWatch = { place: seenFromWindow(element), over: null, files: null };
};

// Whether a page cancelled an event is known once its dispatch is over.
const dropHeard = () => ({ taken: dropWatch?.over?.defaultPrevented ?? false, files: dropWatch?.files ?? null });

give({ dropHeard, fileInput, filesTaken, heldFiles, listenForDrop, listenForFiles });
