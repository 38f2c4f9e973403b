// Forms: which one an element is in, how a person would send it, and what came of that.

const TEXT_FIELD = /^(text|search|url|tel|email|password|number|date|time|month|week|datetime-local)$/;

const formOf = (element) => {
  if (element.localName === "form") return element;
  return element.form ?? closest(element, "form");
};

const drawnField = (field) => field.getClientRects().length > 0 && field.checkVisibility({ visibilityProperty: true });

// The button that a form is sent with (HTML, "implicit submission"): the first in the tree.
const defaultButton = (element) => {
  const form = formOf(element);
  if (!form) return null;
  if (element.type === "submit" || element.type === "image") return element;
  return [...form.elements, ...form.querySelectorAll("input[type=image]")].find((e) => e.type === "submit" || e.type === "image") ?? null;
};

// The field in which Enter sends the form: the element itself, or its first.
const enterField = (element) => {
  const takes = (e) => e.localName === "input" && TEXT_FIELD.test(e.type) && !e.disabled && drawnField(e);
  if (takes(element)) return element;
  return [...(formOf(element)?.elements ?? [])].find(takes) ?? null;
};

const MOST_INVALID = 50;
let sending = null; // {form, submitted, invalid: [{label, message}]}

const labelText = (field) =>
  collapse(field.labels?.[0]?.textContent ?? "") || field.getAttribute("aria-label") || field.getAttribute("placeholder") || field.name || field.id || field.localName;

const hearsForms = new WeakSet(); // roots: what happens to a form in a shadow root stays there

const hearForms = (root) => {
  if (hearsForms.has(root)) return;
  hearsForms.add(root);
  root.addEventListener("submit", (event) => {
    if (sending && event.isTrusted && event.target === sending.form) sending.submitted = true;
  }, { capture: true, passive: true });
  root.addEventListener("invalid", (event) => {
    if (!sending || event.target.form !== sending.form || sending.invalid.length >= MOST_INVALID) return;
    const field = event.target;
    sending.invalid.push({ label: labelText(field), message: field.validationMessage, field: fieldOf(field) });
  }, { capture: true });
};

// Watches what becomes of a form.
const watchForm = (element) => {
  const form = formOf(element);
  sending = { form, submitted: false, invalid: [] };
  // At the window, before any listener of the page; or where the form's events end.
  const root = form.getRootNode();
  hearForms(root === document ? window : root);
};

const watchedForm = () => {
  const { submitted, invalid } = sending;
  return { submitted, invalid };
};

// As a script sends it, validation and all.
const sendForm = (element) => formOf(element).requestSubmit();

Object.assign(domtool, { defaultButton, enterField, formOf, sendForm, watchForm, watchedForm });
