// The places that are meant for messages: live regions, what is called a toast or an error, what an invalid field points to, and
// the bubble of a field that refuses. What they come to say is told when it can be seen, and when it is gone.

const LIVE = "[role=alert],[role=status],[role=log],[aria-live]:not([aria-live=off]),output";
// Parts of class names: first as the browser can search for them, then as whole words.
const CALLED = ["toast", "snack", "alert", "flash", "growl", "noti", "noty", "message", "msg", "error", "invalid", "success", "warning"];
const PLACES = `${LIVE},${CALLED.map((word) => `[class*=${word} i]`).join()}`;
const PASSING_WORDS = /(^|[-_])(toast|toasts|toastr|toastify|snack|snackbar|growl|flash|flashes|noty|notyf|alert|alerts|notice|notification)([-_]|$)/i;
const FLAW_WORDS = /(^|[-_])(errors?|invalid|danger|warning|success)[-_]?(messages?|msg|text|feedback|tooltip|hint|note|list|block|summary|label|box)([-_]|$)|^(field|form|input|validation)[-_]errors?$|^(errors?|errorlist|errormessage)$/i;
const BARE_WORDS = /^(messages?|msg|success|warning)$/i;
const NO_PLACE = "html,body,main,nav,form,fieldset,table,tbody,thead,tr,td,th,a,button,input,select,textarea,option,svg,svg *,script,style,template";
const NO_TOAST = "[role=dialog],[role=alertdialog],[role=menu],[role=menuitem],[role=listbox],[role=tooltip],[role=navigation],[role=tab],[role=row],[role=button],[role=link],dialog";
const MOST_PLACES = 300;
const MOST_TEXT = 2000; // characters; a larger place holds content, and what is said in it is found in places within it
// element -> {number, said: [lines], id: of what was said last, content: it came with much else, and what it says at first is a part of that}
const messagePlaces = new Map();
let nextPlace = 1;
let nextSaying = 1;

const wordy = (element) => {
  const classes = element.getAttribute("class");
  if (!classes) return false;
  const bare = /^(div|p|span|section|aside|strong|em|small|output)$/.test(element.localName);
  return classes.split(/\s+/).some((word) => {
    const name = word.replace(/([a-z])([A-Z])/g, "$1-$2");
    return !/(^|[-_])(btn|button|icon|badge|link|close|count|dropdown|menu)([-_]|$)/i.test(name) && (PASSING_WORDS.test(name) || FLAW_WORDS.test(name) || (bare && BARE_WORDS.test(name)));
  });
};

const isPlace = (element) => {
  if (element.matches(LIVE)) return !element.matches("html,body");
  return !element.matches(NO_PLACE) && !element.matches(NO_TOAST) && !element.isContentEditable && wordy(element);
};

const addPlace = (element, content = false) => {
  if (messagePlaces.has(element)) return;
  if (messagePlaces.size >= MOST_PLACES) messagePlaces.delete([...messagePlaces.keys()].find((known) => !known.matches(LIVE)) ?? element);
  if (messagePlaces.size < MOST_PLACES) messagePlaces.set(element, { number: nextPlace++, said: [], id: 0, content });
};

// `beside` is how much text came with a tree.
const findPlaces = (root, beside = 0) => {
  const all = root.nodeType === Node.ELEMENT_NODE ? Math.max(beside, root.textContent.length) : 0;
  const add = (element) => isPlace(element) && addPlace(element, element.textContent.trim() !== "" && all > 2 * element.textContent.length);
  if (root.nodeType === Node.ELEMENT_NODE && root.matches(PLACES)) add(root);
  for (const element of root.querySelectorAll(PLACES)) add(element);
};

// What an invalid field points to says what is wrong with it.
const findFlaws = (field) => {
  if ((field.getAttribute("aria-invalid") ?? "false") === "false") return;
  const ids = `${field.getAttribute("aria-errormessage") ?? ""} ${field.getAttribute("aria-describedby") ?? ""}`;
  for (const id of ids.split(/\s+/)) {
    const element = id && field.getRootNode().getElementById?.(id);
    if (element && element.matches(":not(input,select,textarea)")) addPlace(element);
  }
};

const shown = (element) => element.isConnected && element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });

const inPlaceOf = (element) => {
  for (let around = element.parentElement, left = 8; around && left > 0; around = around.parentElement, left--) {
    if (messagePlaces.has(around) && around.textContent.length <= MOST_TEXT) return true;
  }
  return false;
};

const linesOf = (element) => {
  const text = obscured(element) ? "" : (element.innerText ?? element.textContent ?? "");
  return text.split("\n").map(collapse).filter((line) => line !== "" && line !== "×");
};

// What its look and its names say of the kind of a message.
const evidence = (element) => {
  const around = [element, element.parentElement, element.parentElement?.parentElement];
  const inside = [...element.querySelectorAll("*")].slice(0, 12);
  const classes = [...around.filter((e) => e && e.textContent.length <= MOST_TEXT), ...inside].flatMap((e) => (e.getAttribute("class") ?? "").split(/\s+/));
  const told = [element, ...inside.filter((e) => e.childElementCount === 0 && e.textContent.trim())].slice(0, 3);
  const colours = told.flatMap((e) => {
    const style = getComputedStyle(e);
    return [style.backgroundColor, style.color, parseFloat(style.borderLeftWidth) > 0 ? style.borderLeftColor : ""];
  });
  const flawed = ["errormessage", "describedby"].map((key) => `[aria-invalid]:not([aria-invalid=false])[aria-${key}~="${CSS.escape(element.id)}"]`);
  const invalid = !!element.id && !!element.getRootNode().querySelector?.(flawed.join());
  return { role: element.getAttribute("role") ?? "", classes: classes.filter(Boolean).slice(0, 40), colours: colours.filter(Boolean), invalid };
};

const isPrivate = (element) => !!closest(element, "[data-no-ai]");

// Looks at every place: tells what came to be said since the last look, and what is gone. What a page starts with says so.
const visit = (start) => {
  for (const [element, place] of messagePlaces) {
    const visible = shown(element) && element.textContent.length <= MOST_TEXT && !isPrivate(element);
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
    if (!element.isConnected) messagePlaces.delete(element);
    if (fresh.length === 0) continue;
    place.id = nextSaying++;
    tell({ said: place.id, place: place.number, text: fresh.join(" "), start: start || isStart(performance.now()), content, ...evidence(element) });
  }
};

// The bubble that a browser shows at a field that keeps a form from being sent. A script that only asks (`checkValidity`) moves no focus.
let refusal = null; // {field: the first that refused, had: whether it had the focus}
const focused = (field) => field.getRootNode().activeElement === field;

const refused = (event) => {
  const field = event.composedPath()[0];
  if (!(field instanceof Element) || refusal) return;
  refusal = { field, had: focused(field) };
  setTimeout(() => {
    const { had } = refusal;
    refusal = null;
    if (event.defaultPrevented || !focused(field) || isPrivate(field)) return;
    if (had && !field.matches(":user-invalid")) return;
    tell({ said: nextSaying++, place: 0, text: collapse(field.validationMessage ?? ""), role: "", classes: [], colours: [], invalid: true });
  });
};
addEventListener("invalid", refused, { capture: true, passive: true });
