// What an action is asked to write, where the caret is, and what else a field tells of itself.

// Whether an element, and nothing in another root or frame, gets the keys.
/** @param {Element} element */
const active = (element) => {
  if (!dom.hasFocus(dom.ownerDocument(element)) || dom.activeElement(dom.getRootNode(element)) !== element) return false;
  return shadowRootsAround(element).every((root) => dom.activeElement(dom.getRootNode(dom.host(root))) === dom.host(root));
};

/** @param {Element} element */
const selectAll = (element) => {
  if (dom.can(element, "select")) dom.select(element);
  else textSelection().selectAllChildren(element);
};

// Whether nothing is selected in an editable element that holds something.
/** @param {Element} element */
const unselected = (element) => collapse(dom.innerText(element) ?? "") !== "" && textSelection().isCollapsed;

/** @param {Element} element */
const caretAtEnd = (element) => {
  if (typeof dom.value(element) === "string") {
    try {
      dom.setSelectionRange(element, dom.value(element).length, dom.value(element).length);
    } catch {
      // number, email and their like have no selection; the caret stays where focusing put it
    }
  } else {
    const selection = textSelection();
    selection.selectAllChildren(element);
    selection.collapseToEnd();
  }
};

/** @param {Element} element */
const caretAtStart = (element) => {
  if (typeof dom.value(element) === "string" && dom.selectionStart(element) !== null) dom.setSelectionRange(element, 0, 0);
};

/** @param {Element} element */
const tellChanged = (element) => {
  dom.dispatchEvent(element, new Event("input", { bubbles: true, composed: true }));
  dom.dispatchEvent(element, new Event("change", { bubbles: true }));
};

// For what no key writes: a colour, a value between those that keys and the mouse reach.
/** @param {Element} element @param {string} text */
const setValue = (element, text) => {
  if (dom.value(element) === text) return;
  dom.set(element, "value", text);
  tellChanged(element);
};

// What an input of this kind makes of a text, limits and steps applied; "" for what is no value of it.
/** @param {Element} element @param {string} text */
const normal = (element, text) => {
  const twin = dom.createElement(dom.implementation(document).createHTMLDocument(""), "input");
  dom.set(twin, "type", dom.type(element));
  for (const name of dom.type(element) === "range" ? ["min", "max", "step"] : []) {
    if (dom.hasAttribute(element, name)) dom.setAttribute(twin, name, dom.getAttribute(element, name) ?? "");
  }
  dom.set(twin, "value", text);
  return dom.value(twin);
};

/** @param {Element} element @param {string} name */
const number = (element, name) => {
  const value = parseFloat(dom.getAttribute(element, name) ?? "");
  return Number.isFinite(value) ? value : null;
};

/** @param {Element} input */
const dialStep = (input) =>
  dom.getAttribute(input, "step")?.trim().toLowerCase() === "any" ? null : Math.max(0, number(input, "step") ?? 0) || 1;

// What a slider or spinbutton of any making tells: its own limits, or those of a native range.
/** @param {Element} element */
const dial = (element) => {
  if (dom.localName(element) === "input") {
    const [min, max] = [number(element, "min") ?? 0, number(element, "max") ?? 100];
    return { now: dom.valueAsNumber(element), min, max, step: dialStep(element), text: null };
  }
  const [min, max] = [number(element, "aria-valuemin"), number(element, "aria-valuemax")];
  return { now: number(element, "aria-valuenow"), min, max, step: null, text: dom.getAttribute(element, "aria-valuetext") };
};

const JUMPED = 4; // steps: so many keys are told as so many changes of the value
const THUMB = 16; // CSS pixels: that of a slider which its page does not style

// The point on the track of a native slider that is its value's, as shares of its box; null where that is near by keys, or where its box is
// not its track.
/** @param {Element} element @param {number} wanted @returns {[number, number] | null} */
const trackPoint = (element, wanted) => {
  const { now, min, max } = dial(element);
  const unit = dialStep(element);
  if (dom.localName(element) !== "input" || unit === null || min === null || max === null || !(max > min)) return null;
  if (Math.abs(wanted - (now ?? min)) < JUMPED * unit || standInOf(element)) return null;
  const { writingMode, direction, transform, rotate } = getComputedStyle(element);
  const { width, height } = dom.getBoundingClientRect(element);
  const upright = writingMode !== "horizontal-tb";
  const [long, short] = upright ? [height, width] : [width, height];
  if (long <= 2 * THUMB || long < short || transform !== "none" || rotate !== "none") return null;
  const share = (wanted - min) / (max - min);
  const along = THUMB / 2 / long + (direction === "rtl" ? 1 - share : share) * (1 - THUMB / long);
  return upright ? [0.5, along] : [along, 0.5];
};

// What validation says of a field; null when it is content, or has nothing to say.
/** @param {Element} element */
const complaint = (element) => {
  if (dom.willValidate(element) && !dom.validity(element).valid) return dom.validationMessage(element) || "invalid";
  return ["true", "spelling", "grammar"].includes(dom.getAttribute(element, "aria-invalid") ?? "") ? "marked invalid" : null;
};

const OPENERS =
  "[role=combobox],[aria-haspopup]:not([aria-haspopup=false]),[aria-expanded],[aria-controls],[aria-owns],[aria-autocomplete],[list]";

// Whether options may open from an element: it says so, or it is made to be clicked and neither leads away nor sends.
/** @param {Element} element */
const choosable = (element) => {
  if (dom.matches(element, OPENERS)) return true;
  if (dom.matches(element, "input,textarea,select,a[href],area,summary") || dom.isContentEditable(element)) return false;
  return !(dom.localName(element) === "button" && dom.type(element) === "submit" && dom.form(element));
};

/** @param {Element} element */
const firstRole = (element) => (dom.getAttribute(element, "role") ?? "").trim().toLowerCase().split(/\s+/)[0];

// How an element is filled or chosen from, where its kind alone does not tell.
/** @param {Element} element */
const manner = (element) => ({
  role: firstRole(element),
  list: LIST_ROLES.includes(firstRole(element)),
  opens: /^(listbox|menu|tree|grid|dialog|true)$/.test(dom.getAttribute(element, "aria-haspopup") ?? ""),
  choosable: choosable(element),
  suggests: dom.localName(element) === "input" && !!dom.list(element),
  invalid: complaint(element),
});

// Who gets the keys that are meant for a field. One that was drawn anew left them to its successor, or to nobody.
/** @param {Element} element @returns {Receives} */
const receives = (element) => {
  if (active(element)) return "itself";
  const at = innermostActive(() => null);
  if (!dom.hasFocus(document) || dom.matches(at, "iframe,frame,object,embed")) return "elsewhere";
  if (!at || at === dom.body(document) || at === dom.documentElement(document)) {
    return dom.isContentEditable(at) ? "elsewhere" : "nobody";
  }
  return dom.matches(at, "button,a[href],summary,input:is([type=button],[type=submit],[type=reset],[type=checkbox],[type=radio])")
    ? "nobody"
    : "elsewhere";
};

/** @type {{ element: Element, last: string | null, beside: { counts: Map<string, number>, levels: number }, offered: { event: Event, holds: string | null } | null } | null} */
let hearing = null; // what a field held when it last told of input

// What input is heard of in the field that stands in the place of one that was drawn anew, counts as that one's.
listen("input", (event) => {
  if (!hearing || !event.isTrusted || dom.isConnected(hearing.element)) return;
  const at = event.composedPath()[0];
  if (isElement(at)) hearing.last = valueOf(at) ?? hearing.last;
});

const OFFERS = "[role=listbox],[role=menu],[role=tree]";
const MOST_LEVELS = 4;
const MOST_NEAR = 300;

// How often each short text stands beside a field: tags, chips. Signs at its ends are those that take it away. As far around it as there is
// little, or as far as the last time: what was there before and what is new could not be told apart else.
/** @param {Element} element @param {number} [known] */
const textsBeside = (element, known) => {
  /** @type {Element[]} */
  const found = [];
  let levels = 0;
  for (let inner = element; levels < (known ?? MOST_LEVELS); levels++) {
    const around = dom.parentElement(inner);
    if (!around) break;
    const all = [...dom.children(around)];
    const at = all.indexOf(inner);
    const near = [];
    for (const e of all.slice(Math.max(0, at - 20), at + 21)) {
      // What offers, and what is too large to be beside a field, is left out: lists that open.
      if (e === inner || dom.matches(e, `${OFFERS},${OPTION},script,style`) || !onScreen(e)) continue;
      const inside = drawnIn(e);
      if (inside.length < MOST_NEAR) near.push(e, ...inside);
    }
    if (known === undefined && found.length + near.length > MOST_NEAR) break;
    found.push(...near);
    inner = around;
  }
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const e of found) {
    // What is offered, and what is complained of, was not taken.
    if (dom.matches(e, `${OPTION},script,style,[role=alert]`) || !onScreen(e)) continue;
    const text = ownText(e).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
    if (text && text.length <= LONGEST) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return { counts, levels };
};

// Whether each of these texts stands beside a field more often than before it was written in.
/** @param {Element} element @param {string[]} texts */
const standBeside = (element, texts) => {
  if (!hearing || (hearing.element !== element && dom.isConnected(hearing.element))) return false;
  const { counts, levels } = hearing.beside;
  const now = textsBeside(element, levels).counts;
  return texts.length > 0 && texts.every((text) => (now.get(text) ?? 0) > (counts.get(text) ?? 0));
};

// What it holds, as input is heard from now on.
/** @param {Element} element */
const hearInput = (element) => {
  const now = {
    element,
    last: /** @type {string | null} */ (null),
    beside: textsBeside(element),
    offered: /** @type {{ event: Event, holds: string | null } | null} */ (null),
  };
  hearing = now;
  dom.addEventListener(
    element,
    "beforeinput",
    (event) => {
      if (hearing === now && event.isTrusted) now.offered = { event, holds: valueOf(element) };
    },
    { capture: true, passive: true },
  );
  dom.addEventListener(
    element,
    "input",
    (event) => {
      if (hearing === now && event.isTrusted) now.last = valueOf(element);
    },
    { capture: true, passive: true },
  );
  return valueOf(element);
};

// Whether the page took what was written last for itself (an editor with a model of its own), and has not put anything there since: the
// field holds it when the page says so.
/** @param {Element} element */
const takenOver = (element) => {
  const offered = hearing?.element === element ? hearing.offered : null;
  return !!offered?.event.defaultPrevented && valueOf(element) === offered.holds;
};

// What a field, or the one in whose place it stands, held at its last input, however soon the page took it away; null when it heard
// of none.
/** @param {Element} element */
const heardInput = (element) =>
  hearing && (hearing.element === element || !dom.isConnected(hearing.element)) ? hearing.last : null;

// Whether what is written next comes after what was just written: a mask may have moved the caret.
/** @param {Element} element @param {string} text */
const goesOn = (element, text) => {
  if (typeof dom.value(element) !== "string" || dom.value(element) === text) return true;
  try {
    return dom.selectionStart(element) === null || dom.selectionStart(element) === dom.value(element).length;
  } catch {
    return true;
  }
};

// How a field stands after a part of a text was written.
/** @param {Element} element @param {string} text */
const written = (element, text) => ({
  value: valueOf(element),
  heard: hearing?.element === element && hearing.last !== null,
  goes_on: goesOn(element, text),
  kept: dom.isConnected(element) && active(element),
  taken_over: takenOver(element),
});

// Whether a field holds a text, however its letters are composed (`e` and an accent, or one letter for both).
const collator = new Intl.Collator("en"); // texts that are canonically equivalent are equal to it (ECMA-402, 10.3.3.2)
/** @param {Element} element @param {string} text */
const holdsComposed = (element, text) => collator.compare(valueOf(element) ?? "", text) === 0;

// What an editor makes of marks that are typed: `1. ` becomes a list.
const MADE_OF_MARKS =
  "ol,ul,li,h1,h2,h3,h4,h5,h6,pre,code,blockquote,table,img,a,b,strong,i,em,s,del,hr,input,button,[contenteditable=false]";

// Whether something is selected, which what is typed replaces; and how much is formatted.
/** @param {Element} element */
const caret = (element) => ({
  selected:
    typeof dom.value(element) === "string"
      ? dom.selectionStart(element) !== dom.selectionEnd(element)
      : !textSelection().isCollapsed,
  formatted: dom.querySelectorAll(element, MADE_OF_MARKS).length,
});

// Codes are asked for in boxes for one character each. The row of them that a field begins, or the rest of it.
/** @type {Element[]} */
let boxes = [];
let wholeRow = false; // they are all of it
let enteredBox = -1;
const MOST_AROUND_BOXES = 8;
const WIDEST_BOX = 80;
const SHORTEST_ROW = 4; // of boxes that only look so

/** @param {Element} element */
const isFull = (element) => dom.maxLength(element) === 1;

/** @param {Element} element */
const mayBeBox = (element) =>
  dom.matches(element, "input:not([type]),input[type=text],input[type=tel],input[type=number],input[type=password]") &&
  !dom.disabled(element) &&
  !dom.readOnly(element) &&
  drawnField(element);

/** @param {Element} element */
const isNarrow = (element) => isFull(element) || dom.getBoundingClientRect(element).width <= WIDEST_BOX;

// Some take one character by a script, and the first takes the whole code from a password manager: those stand in a line, of one size.
/** @param {Element} element @param {Element} like */
const inLine = (element, like) => {
  const [a, b] = [dom.getBoundingClientRect(element), dom.getBoundingClientRect(like)];
  return Math.abs(a.top - b.top) < 4 && (isFull(like) ? isFull(element) : Math.abs(a.width - b.width) < 4);
};

// How many boxes there are from a field on, as long as so many are looked for; 0 where it is none or alone. A part of a row, and wide
// boxes, may be fields of another kind.
/** @param {Element} element @param {number} count @returns {BoxRow} */
const boxRow = (element, count) => {
  [boxes, wholeRow, enteredBox] = [[], false, -1];
  const none = { boxes: 0, certain: true };
  if (!mayBeBox(element)) return none;
  const [full, narrow] = [isFull(element), isNarrow(element)];
  let row = 0;
  let around = dom.parentElement(element);
  for (let left = MOST_AROUND_BOXES; around && left > 0; left--, around = dom.parentElement(around)) {
    const all = [...dom.querySelectorAll(around, "input")].filter(mayBeBox);
    const some = all.filter((e) => inLine(e, element) && isNarrow(e) === narrow);
    boxes = some.slice(some.indexOf(element)).slice(0, count);
    row = some.length;
    wholeRow = row === count && boxes.length === count;
    if (boxes.length === count && (full || row >= SHORTEST_ROW)) break;
  }
  if (full) return boxes.length > 1 ? { boxes: boxes.length, certain: true } : none;
  if (row < SHORTEST_ROW || boxes.length < count) return none;
  return { boxes: count, certain: narrow && count >= SHORTEST_ROW };
};

/** @param {Element} element */
const isForCode = (element) => isFull(element) || /\bone-time-code\b/.test(dom.getAttribute(element, "autocomplete") ?? "");

// The last box that holds something, in a whole row that is for a code alone.
const lastFullBox = () => (wholeRow && boxes.every(isForCode) && boxes.findLast((box) => dom.value(box))) || null;

// Which box has the focus (-1 for none), with what it held before selected if wanted; and whether it is for one character of a code.
/** @param {Element} _ @param {boolean} select */
const activeBox = (_, select) => {
  const at = boxes.findIndex(active);
  if (select && at >= 0 && at !== enteredBox) dom.select(boxes[at]);
  if (select) enteredBox = at;
  return { at, full: at >= 0 && isForCode(boxes[at]) };
};

// What they hold; null where one is gone.
const boxesHold = () => (boxes.every((box) => dom.isConnected(box)) ? boxes.map((box) => dom.value(box)) : null);

const MOST_SPREAD = 8;
const MOST_AROUND_SPREAD = 4;

// What a field and those after it hold, up to the one that has the focus: a page may lead the keys from one to the next (a telephone number in
// three parts). Empty where the focus is in none after it.
/** @param {Element} element @returns {string[]} */
const spreadOver = (element) => {
  let around = dom.parentElement(element);
  for (let left = MOST_AROUND_SPREAD; around && left > 0; left--, around = dom.parentElement(around)) {
    const all = [...dom.querySelectorAll(around, "input:not([type=hidden])")];
    const from = all.indexOf(element);
    const to = all.findIndex((field) => active(field));
    if (from < 0 || to <= from) continue;
    boxes = all.slice(from, Math.min(to + 1, from + MOST_SPREAD));
    return boxes.map((field) => valueOf(field) ?? "");
  }
  return [];
};

// A document in a sandbox has none, whatever its address.
const securityOrigin = () => self.origin;

/** @param {(element: Maybe<Element>) => Maybe<Document>} entered */
const innermostActive = (entered) => {
  let element = dom.activeElement(document);
  for (let left = MOST_UP; left > 0; left--) {
    const inner = dom.activeElement(dom.shadowRoot(element)) ?? dom.activeElement(entered(element));
    if (!inner) break;
    element = inner;
  }
  return element;
};

const deepActive = () => innermostActive((element) => dom.contentDocument(element));

// Whether keys go to this document, and to none in a frame of it.
const keepsKeys = () =>
  dom.hasFocus(document) && !/^(iframe|frame|object|embed|fencedframe)$/.test(dom.localName(innermostActive(() => null)) ?? "");

give({
  active,
  activeBox,
  boxRow,
  boxesHold,
  caret,
  caretAtEnd,
  caretAtStart,
  deepActive,
  dial,
  hearInput,
  heardInput,
  holdsComposed,
  keepsKeys,
  lastFullBox,
  manner,
  normal,
  receives,
  securityOrigin,
  selectAll,
  setValue,
  spreadOver,
  standBeside,
  takenOver,
  trackPoint,
  unselected,
  written,
});
