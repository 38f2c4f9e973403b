// Forms: which one an element is in, how a person would send it, and what came of that.

const TEXT_FIELD = /^(text|search|url|tel|email|password|number|date|time|month|week|datetime-local)$/;

/** @param {Element} element */
const formOf = (element) => {
  if (dom.localName(element) === "form") return element;
  return dom.form(element) ?? closest(element, "form");
};

/** @param {Element} field */
const drawnField = (field) => dom.getClientRects(field).length > 0 && dom.checkVisibility(field, { visibilityProperty: true });

// The button that a form is sent with (HTML, "implicit submission"): the first in the tree.
/** @param {Element} element */
const defaultButton = (element) => {
  const form = formOf(element);
  if (!form) return null;
  if (dom.type(element) === "submit" || dom.type(element) === "image") return element;
  return (
    [...dom.elements(form), ...dom.querySelectorAll(form, "input[type=image]")].find(
      (e) => dom.type(e) === "submit" || dom.type(e) === "image",
    ) ?? null
  );
};

// The field in which Enter sends the form: the element itself, or its first.
/** @param {Element} element */
const enterField = (element) => {
  /** @param {Element} e */
  const takes = (e) => dom.localName(e) === "input" && TEXT_FIELD.test(dom.type(e)) && !dom.disabled(e) && drawnField(e);
  if (takes(element)) return element;
  return [...(dom.elements(formOf(element)) ?? [])].find(takes) ?? null;
};

const MOST_INVALID = 50;
/** @type {{ form: Maybe<Element>, submits: Event[], invalid: FormFlaw[] } | null} */
let sending = null;

/** @param {Element} field */
const labelText = (field) =>
  collapse(dom.textContent(dom.labels(field)?.[0]) ?? "") ||
  dom.getAttribute(field, "aria-label") ||
  dom.getAttribute(field, "placeholder") ||
  dom.name(field) ||
  dom.id(field) ||
  dom.localName(field);

/** @type {Record<string, (event: any) => void>} */
const FORM_EVENTS = {
  submit: (event) => {
    if (sending && event.isTrusted && event.target === sending.form) sending.submits.push(event);
  },
  invalid: (event) => {
    if (!sending || dom.form(event.target) !== sending.form || sending.invalid.length >= MOST_INVALID) return;
    const field = event.target;
    sending.invalid.push({ label: labelText(field), message: dom.validationMessage(field), field: fieldOf(field) });
  },
};

// What happens to a form in a shadow root stays there. Listeners that are there already are not set twice.
/** @param {Root | Window} root */
const hearForms = (root) => {
  for (const [type, hear] of Object.entries(FORM_EVENTS))
    dom.addEventListener(root, type, hear, { capture: true, passive: true });
};

// Watches what becomes of a form.
/** @param {Element} element */
const watchForm = (element) => {
  const form = formOf(element);
  sending = { form, submits: [], invalid: [] };
  // At the window, before any listener of the page; or where the form's events end.
  const root = dom.getRootNode(form) ?? document;
  hearForms(root === document ? window : root);
};

/** @returns {FormHeard} */
const watchedForm = () => {
  const { submits = [], invalid = [] } = sending ?? {};
  return {
    submitted: submits.length > 0,
    // The browser sends nothing then: what becomes of it is up to the page.
    prevented: submits.length > 0 && submits.every((event) => event.defaultPrevented),
    invalid,
  };
};

// As a script sends it, validation and all.
/** @param {Element} element */
const sendForm = (element) => dom.requestSubmit(formOf(element));

give({ defaultButton, enterField, formOf, sendForm, watchForm, watchedForm });
