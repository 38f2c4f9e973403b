// Whether a server asks for a login by HTTP: it is asked for heads alone, and without credentials no browser prompts.

const LOGIN_MS = 1000;
/** @param {string} url */
const asks = async (url) => {
  const signal = AbortSignal.timeout(LOGIN_MS);
  const answer = await fetch(url, { method: "HEAD", credentials: "omit", cache: "no-store", signal });
  return answer.status === 401 && answer.headers.has("www-authenticate");
};

/** @param {string[]} urls */
const asksForLogin = async (urls) => {
  const answers = urls.map((url) => asks(url).catch(() => false));
  for (const answer of answers) if (await answer) return true;
  return false;
};

give({ asksForLogin });
