// What the page believes of the device and the person.

/** @param {string} query */
const matches = (query) => {
  const media = matchMedia(query);
  return media.matches;
};

/** @param {() => string} make @param {string} otherwise */
const canonical = (make, otherwise) => {
  try {
    return make();
  } catch {
    return otherwise;
  }
};

// With the names that the browser gives the locale and the time zone that are meant.
/** @param {string} locale @param {string} zone */
const beliefs = (locale, zone) => {
  const now = new Intl.DateTimeFormat().resolvedOptions();
  return {
    locale: now.locale,
    locale_meant: canonical(() => new Intl.DateTimeFormat(locale).resolvedOptions().locale, locale),
    zone: now.timeZone,
    zone_meant: canonical(() => new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone, zone),
    dark: matches("(prefers-color-scheme: dark)"),
    reduced: matches("(prefers-reduced-motion: reduce)"),
    fingers: navigator.maxTouchPoints,
    agent: navigator.userAgent,
    online: navigator.onLine,
  };
};

give({ beliefs });
