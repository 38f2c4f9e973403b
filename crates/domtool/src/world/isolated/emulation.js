// What the page believes of the device and the person.

const matches = (query) => {
  const media = matchMedia(query);
  return media.matches;
};

const canonical = (make, otherwise) => {
  try {
    return make();
  } catch {
    return otherwise;
  }
};

// With the names that the browser gives the locale and the time zone that are meant.
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
