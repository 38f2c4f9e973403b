// The clipboard: what is put on it and read from it behind the page's back, and what of it the page hears.

// Heard first of all, before any listener of the page: where something is done behind its back, it hears nothing.
/** @type {{ put?: Clipping, done?: boolean, taken?: Clipping | null } | null} */
let behind = null; // what is put, or what is taken once it is there
/** @type {{ event: Event | null, type: string | null } | null} */
let clipped = null; // the trusted copy, cut or paste that was heard since it was asked for

/** @param {Maybe<DataTransfer>} data */
const flavours = (data) => ({ text: data?.getData("text/plain") ?? "", html: data?.getData("text/html") ?? "" });

/** @param {ClipboardEvent} event also of keys, which carry no data */
const hearClip = (event) => {
  if (!behind) {
    if (!clipped || !event.isTrusted || !/^(copy|cut|paste)$/.test(event.type)) return;
    clipped.event = event;
    clipped.type = event.type;
    return;
  }
  if (event.type === "copy" && behind.put) {
    behind.done = true;
    event.clipboardData?.setData("text/plain", behind.put.text);
    if (behind.put.html) event.clipboardData?.setData("text/html", behind.put.html);
  }
  if (event.type === "paste" && event.isTrusted) behind.taken = flavours(event.clipboardData);
  // The key that carries the command has to go on to do it.
  if (!event.type.startsWith("key")) event.preventDefault();
  event.stopImmediatePropagation();
};
for (const type of ["beforecopy", "copy", "cut", "beforepaste", "paste", "keydown", "keypress", "keyup"]) {
  listen(type, hearClip, { capture: true });
}

// Whether it was put: while a password field has the focus, the command says so and no event comes, and the clipboard stays as it was.
/** @param {string} text @param {string} html */
const putClip = (text, html) => {
  const asked = (behind = { put: { text, html }, done: false });
  try {
    return dom.execCommand(document, "copy") && asked.done;
  } finally {
    behind = null;
  }
};

const beginTaking = () => {
  behind = { taken: null };
};

const taken = () => {
  const result = behind?.taken ?? null;
  behind = null;
  return result;
};

const listenForClip = () => {
  clipped = { event: null, type: null };
};

// What was heard, and whether the page did it itself: known once the dispatch is over.
const clipHeard = () => {
  const heard = clipped;
  clipped = null;
  return { kind: heard?.type ?? null, own: heard?.event?.defaultPrevented ?? false };
};

give({ beginTaking, clipHeard, listenForClip, putClip, taken });
