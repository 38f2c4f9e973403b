// Buys tea by what is written in a tool's answer, as a model does: elements are found by their lines in the text, and nothing else of an
// answer is read. What a shopper wants is its own, so that the shop's server can tell whose order it received.

import { isDeepStrictEqual } from "node:util";

const TEAS = ["Sencha", "Assam", "Oolong"];
const COUNTRIES = ["Austria", "Belgium", "Netherlands", "Poland"];

/** What the nth shopper wants. No other one has its name and card. */
export const wishOf = (nth, name) => ({
  name,
  tea: TEAS[nth % TEAS.length],
  country: COUNTRIES[nth % COUNTRIES.length],
  tins: 1 + (nth % 3),
  gift: nth % 2 === 1,
  card: String(9000 + nth),
});

/** What the shop's server must have received of it. */
export const orderOf = ({ name, tea, country, tins, gift, card }) => ({
  items: [tea],
  wishes: [],
  quantity: tins,
  address: { name, country, gift },
  card,
});

/** What is wrong with what the shop received of a wish; nothing where it is right. */
export const fault = async (shop, wish) => {
  const received = await shop.ordersOf(wish.name);
  if (received.length !== 1) return `the shop received ${received.length} orders of it`;
  if (!isDeepStrictEqual(received[0], orderOf(wish))) return `the shop received ${JSON.stringify(received[0])}`;
  return undefined;
};

/** The id on the line that has this on it. */
export const idOf = (text, what) => {
  const line = text.split("\n").find((line) => line.includes(what));
  const id = /\be\d+\b/.exec(line ?? "")?.[0];
  if (!id) throw new Error(`no ${what} in\n${text}`);
  return id;
};

/** The steps up to the order, by the ids of a page without its cookie dialog. */
export const stepsOf = (seen, wish) => {
  const id = (what) => idOf(seen, what);
  const more = { op: "click", id: id('button "One tin more"') };
  return [
    { op: "click", id: id(`button "Add ${wish.tea}"`) },
    ...Array.from({ length: wish.tins - 1 }, () => more),
    { op: "fill", id: id('textbox "Full name"'), text: wish.name },
    { op: "select", id: id('select "Country"'), options: [wish.country] },
    ...(wish.gift ? [{ op: "check", id: id('checkbox "Wrap it as a gift"') }] : []),
    { op: "fill", id: id('textbox "Card number"'), text: `4000 1234 5678 ${wish.card}` },
  ];
};

/** Comes to the shop, and answers its cookie dialog. `call` gives the text of a tool's answer. */
export const enter = async (call, url) => {
  await call("open", { url });
  const seen = await call("observe", {});
  await call("act", { actions: [{ op: "click", id: idOf(seen, 'button "Accept cookies"') }] });
};

/** Orders, in a shop that was entered. */
export const order = async (call, wish) => {
  const seen = await call("observe", {});
  await call("act", { actions: stepsOf(seen, wish) });
  const place = { op: "click", id: idOf(seen, 'button "Place order"'), expect: "appears:received" };
  const report = await call("act", { actions: [place] });
  if (!report.includes(`Thank you, ${wish.name}!`)) throw new Error(`no thanks to ${wish.name} in\n${report}`);
};
