// The places that are meant for messages: live regions, what is called a toast or an error, what an invalid field points to, and
// the bubble of a field that refuses. What they come to say is told when it can be seen, and when it is gone.

const LIVE = "[role=alert],[role=status],[role=log],[aria-live]:not([aria-live=off]),output";
// Parts of class names: first as the browser can search for them, then as whole words.
const CALLED = [
  "toast",
  "snack",
  "alert",
  "flash",
  "growl",
  "noti",
  "noty",
  "message",
  "msg",
  "error",
  "invalid",
  "success",
  "warning",
];
const PLACES = `${LIVE},${CALLED.map((word) => `[class*=${word} i]`).join()}`;
const PASSING_WORDS =
  /(^|[-_])(toast|toasts|toastr|toastify|snack|snackbar|growl|flash|flashes|noty|notyf|alert|alerts|notice|notification)([-_]|$)/i;
const FLAW_WORDS =
  /(^|[-_])(errors?|invalid|danger|warning|success)[-_]?(messages?|msg|text|feedback|tooltip|hint|note|list|block|summary|label|box)([-_]|$)|^(field|form|input|validation)[-_]errors?$|^(errors?|errorlist|errormessage)$/i;
const BARE_WORDS = /^(messages?|msg|success|warning)$/i;
const NO_PLACE =
  "html,body,main,nav,form,fieldset,table,tbody,thead,tr,td,th,a,button,input,select,textarea,option,svg,svg *,script,style,template";
const NO_TOAST =
  "[role=dialog],[role=alertdialog],[role=menu],[role=menuitem],[role=listbox],[role=tooltip],[role=navigation],[role=tab],[role=row],[role=button],[role=link],dialog";
// A control says what it does, also where it is a live region of its own (n8n's "Save", which turns to "Saving").
const CONTROL =
  "a,button,input,select,textarea,option,label,summary,[role=button],[role=link],[role=tab],[role=menuitem],[role=option],[role=checkbox],[role=radio],[role=switch]";
// What holds a field is a form's group, which is called by the state of that (`control-group success`).
const FIELD = "input:not([type=checkbox],[type=radio],[type=button],[type=submit],[type=hidden]),select,textarea";
const STATUS_BAR =
  "footer,[role=contentinfo],[class*=statusbar i],[class*=status-bar i],[class*=status_bar i],[id*=statusbar i],[id*=status-bar i]";
const MOST_PLACES = 300;
const MOST_TEXT = 2000; // characters; a larger place holds content, and what is said in it is found in places within it
// Each place with the lines that it said and the number of what it said last. Where it came with much else (`content`), what it says
// at first is a part of that.
/** @type {Map<Element, { said: string[], id: number, content: boolean }>} */
const messagePlaces = new Map();
let nextAnnouncement = 1;

/** @param {Element} element */
const wordy = (element) => {
  const classes = dom.getAttribute(element, "class");
  if (!classes) return false;
  const bare = /^(div|p|span|section|aside|strong|em|small|output)$/.test(dom.localName(element));
  return classes.split(/\s+/).some((word) => {
    const name = word.replace(/([a-z])([A-Z])/g, "$1-$2");
    return (
      !/(^|[-_])(btn|button|icon|badge|link|close|count|dropdown|menu)([-_]|$)/i.test(name) &&
      (PASSING_WORDS.test(name) || FLAW_WORDS.test(name) || (bare && BARE_WORDS.test(name)))
    );
  });
};

// What says that it announces nothing (`aria-live=off`) is no message, whatever it is called.
/** @param {Element} element */
const isSilent = (element) => {
  const live = closest(element, "[aria-live]");
  return !!live && dom.getAttribute(live, "aria-live") === "off";
};

/** @param {Element} element */
const isPlace = (element) => {
  if (isSilent(element) || dom.matches(element, CONTROL)) return false;
  if (dom.matches(element, LIVE)) return !dom.matches(element, "html,body");
  return (
    !dom.matches(element, NO_PLACE) &&
    !dom.matches(element, NO_TOAST) &&
    !dom.isContentEditable(element) &&
    wordy(element) &&
    !dom.querySelector(element, FIELD)
  );
};

/** @param {Element} element @param {boolean} [content] */
const addPlace = (element, content = false) => {
  if (messagePlaces.has(element)) return;
  if (messagePlaces.size >= MOST_PLACES)
    messagePlaces.delete([...messagePlaces.keys()].find((known) => !dom.matches(known, LIVE)) ?? element);
  if (messagePlaces.size < MOST_PLACES) messagePlaces.set(element, { said: [], id: 0, content });
};

// `beside` is how much text came with a tree.
/** @param {Root | Element} root @param {number} [beside] */
const findPlaces = (root, beside = 0) => {
  const all = isElement(root) ? Math.max(beside, dom.textContent(root).length) : 0;
  /** @param {Element} element */
  const add = (element) =>
    isPlace(element) && addPlace(element, dom.textContent(element).trim() !== "" && all > 2 * dom.textContent(element).length);
  if (isElement(root) && dom.matches(root, PLACES)) add(root);
  for (const element of dom.querySelectorAll(root, PLACES)) add(element);
};

// What an invalid field points to says what is wrong with it.
/** @param {Element} field */
const findFlaws = (field) => {
  if ((dom.getAttribute(field, "aria-invalid") ?? "false") === "false") return;
  const ids = `${dom.getAttribute(field, "aria-errormessage") ?? ""} ${dom.getAttribute(field, "aria-describedby") ?? ""}`;
  for (const id of ids.split(/\s+/)) {
    const element = id && dom.getElementById(dom.getRootNode(field), id);
    if (element && dom.matches(element, ":not(input,select,textarea)")) addPlace(element);
  }
};

/** @param {Element} element */
const shown = (element) =>
  dom.isConnected(element) &&
  dom.checkVisibility(element, { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });

/** @param {Element} element */
const inPlaceOf = (element) => {
  for (let around = dom.parentElement(element), left = 8; around && left > 0; around = dom.parentElement(around), left--) {
    if (messagePlaces.has(around) && dom.textContent(around).length <= MOST_TEXT) return true;
  }
  return false;
};

/** @param {Element} element */
const linesOf = (element) => {
  const text = obscured(element) ? "" : (dom.innerText(element) ?? dom.textContent(element) ?? "");
  return text
    .split("\n")
    .map(collapse)
    .filter((line) => line !== "" && line !== "\u00d7");
};

// What its look and its names say of the kind of a message.
/** @param {Element} element */
const evidence = (element) => {
  const around = [element, dom.parentElement(element), dom.parentElement(dom.parentElement(element))];
  const inside = [...dom.querySelectorAll(element, "*")].slice(0, 12);
  const classes = [
    ...around.filter((e) => e && dom.textContent(e).length <= MOST_TEXT),
    ...inside.filter((e) => dom.textContent(e).trim()),
  ].flatMap((e) => (dom.getAttribute(e, "class") ?? "").split(/\s+/));
  const told = [element, ...inside.filter((e) => dom.childElementCount(e) === 0 && dom.textContent(e).trim())].slice(0, 3);
  const colours = told.flatMap((e) => {
    const style = getComputedStyle(e);
    return [style.backgroundColor, style.color, parseFloat(style.borderLeftWidth) > 0 ? style.borderLeftColor : ""];
  });
  const flawed = ["errormessage", "describedby"].map(
    (key) => `[aria-invalid]:not([aria-invalid=false])[aria-${key}~="${CSS.escape(dom.id(element))}"]`,
  );
  const invalid = !!dom.id(element) && !!dom.querySelector(dom.getRootNode(element), flawed.join());
  return {
    role: dom.getAttribute(element, "role") ?? "",
    classes: classes.filter(Boolean).slice(0, 40),
    colours: colours.filter(Boolean),
    invalid,
    assertive: !!closest(element, "[role=alert],[role=alertdialog],[aria-live=assertive]"),
    status_bar: !!closest(element, STATUS_BAR),
  };
};

/** @param {Element} element */
const isPrivate = (element) => !!closest(element, "[data-no-ai]");

// Looks at every place: tells what came to be said since the last look, and what is gone. What a page starts with says so.
/** @param {boolean} start */
const visit = (start) => {
  for (const [element, place] of messagePlaces) {
    const visible = shown(element) && dom.textContent(element).length <= MOST_TEXT && !isPrivate(element);
    const lines = visible && !inPlaceOf(element) ? linesOf(element) : [];
    const { content } = place;
    place.content = false;
    const left = [...place.said];
    const fresh = lines.filter((line) => {
      const at = left.indexOf(line);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
    if (place.id && left.length > 0 && left.length === place.said.length) {
      tell({ gone: place.id });
      place.id = 0;
    }
    place.said = lines;
    if (!dom.isConnected(element)) messagePlaces.delete(element);
    if (fresh.length === 0) continue;
    place.id = nextAnnouncement++;
    tell({ said: place.id, text: fresh.join(" "), start: start || isStart(performance.now()), content, ...evidence(element) });
  }
};

// The bubble that a browser shows at a field that keeps a form from being sent. A script that only asks (`checkValidity`) moves no focus.
/** @type {{ field: Element, had: boolean } | null} */
let refusal = null; // the first field that refused, and whether it had the focus
/** @param {Element} field */
const focused = (field) => dom.activeElement(dom.getRootNode(field)) === field;

/** @param {Event} event */
const refused = (event) => {
  const field = event.composedPath()[0];
  if (!(field instanceof Element) || refusal) return;
  refusal = { field, had: focused(field) };
  later(0, () => {
    const had = refusal?.had;
    refusal = null;
    if (event.defaultPrevented || !focused(field) || isPrivate(field)) return;
    if (had && !dom.matches(field, ":user-invalid")) return;
    tell({
      said: nextAnnouncement++,
      text: collapse(dom.validationMessage(field) ?? ""),
      role: "",
      classes: [],
      colours: [],
      invalid: true,
    });
  });
};
listen("invalid", refused);
