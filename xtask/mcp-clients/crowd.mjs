// Twenty clients of all kinds at once, each in a session of its own: each orders tea of its own. None may read a word of another's, and
// the shop's server must have received what each wants, once. `node crowd.mjs DOMTOOL REPOSITORY`.

import { CLIENTS, RAW } from "./clients.mjs";
import { commandLine, python, typescript } from "./guests.mjs";
import { Place } from "./places.mjs";
import { enter, fault, order, wishOf } from "./shopper.mjs";

const WHOLE = 10 * 60_000; // ms, for all of it
const GUESTS = 20;
/** How many browsers start at once: more would be a test of the machine. */
const AT_ONCE = 4;
/** How long a call may take where so many share a machine, seconds. */
const TIMEOUT = 45;

const [program, root] = process.argv.slice(2);
const place = new Place(program);
place.env.DOMTOOL_TIMEOUT = String(TIMEOUT);
setTimeout(() => {
  console.error("it takes too long");
  place.kill();
  process.exit(1);
}, WHOLE).unref();

/** A client of the protocol, held to one session. */
const inSession = (client) => async (where, session) => {
  const { text, end } = await client.connect(where);
  return { text: (tool, args) => text(tool, { ...args, session }), end };
};

const KINDS = [
  { name: "command line", connect: commandLine },
  { name: "Python client", connect: python },
  { name: "TypeScript client", connect: typescript },
  ...[...CLIENTS.filter((client) => client.mode !== "legacy"), ...RAW].map((client) => ({
    name: `${client.name} ${client.mode} over ${client.kind}`,
    connect: inSession(client),
  })),
];

/** A guest that knows its name, and notes each word of another's that it reads. */
const guestOf = async (nth, where) => {
  const kind = KINDS[nth % KINDS.length];
  const name = `Guest ${String(nth).padStart(2, "0")} by ${kind.name}`;
  const guest = { kind, wish: wishOf(nth, name), calls: 0, foreign: 0, slowest: 0, fault: undefined };
  const client = await kind.connect(where, `guest${nth}`);
  guest.end = client.end;
  guest.call = async (tool, args) => {
    const since = performance.now();
    const text = await client.text(tool, args);
    guest.slowest = Math.max(guest.slowest, performance.now() - since);
    guest.calls += 1;
    const names = text.match(/Guest \d\d/g) ?? [];
    guest.foreign += names.filter((found) => !name.startsWith(found)).length;
    return text;
  };
  return guest;
};

/** Does something for every guest at once; one that fails is noted, and does no more. */
const all = async (guests, what) => {
  const one = (guest) => (guest.fault ? undefined : what(guest).catch((error) => (guest.fault = error.message)));
  await Promise.all(guests.map(one));
};

const rows = (guests) => {
  console.log("| kind of client | guests | calls | slowest call, ms | names of others read | orders as wanted |");
  console.log("| --- | --- | --- | --- | --- | --- |");
  for (const kind of KINDS) {
    const own = guests.filter((guest) => guest.kind === kind);
    const sum = (of) => own.reduce((sum, guest) => sum + of(guest), 0);
    const slowest = Math.round(Math.max(...own.map((guest) => guest.slowest)));
    const right = sum((guest) => (guest.fault ? 0 : 1));
    const [calls, foreign] = [sum((guest) => guest.calls), sum((guest) => guest.foreign)];
    console.log(`| ${kind.name} | ${own.length} | ${calls} | ${slowest} | ${foreign} | ${right} |`);
  }
};

let good = false;
let guests = [];
try {
  const where = { place, root, timeout: TIMEOUT, shop: await place.openShop(), server: await place.serve() };
  guests = await Promise.all(Array.from({ length: GUESTS }, (_, nth) => guestOf(nth, where)));
  for (let first = 0; first < GUESTS; first += AT_ONCE) {
    await all(guests.slice(first, first + AT_ONCE), (guest) => enter(guest.call, where.shop.url));
  }
  const since = performance.now();
  await all(guests, (guest) => order(guest.call, guest.wish));
  const took = Math.round(performance.now() - since);
  // Each reads its own page once more when all have ordered.
  await all(guests, async (guest) => {
    const seen = await guest.call("observe", {});
    if (!seen.includes(`Thank you, ${guest.wish.name}!`)) throw new Error(`its page is not its own:\n${seen}`);
  });
  await all(guests, async (guest) => {
    guest.fault = await fault(where.shop, guest.wish);
  });
  rows(guests);
  console.log(`${GUESTS} at once ordered in ${took} ms; the shop received ${where.shop.count} orders`);
  for (const { wish, fault } of guests.filter((guest) => guest.fault)) console.error(`${wish.name}: ${fault}`);
  good = where.shop.count === GUESTS && guests.every((guest) => !guest.fault && guest.foreign === 0);
} finally {
  await Promise.all(guests.map((guest) => guest.end().catch((error) => console.error(error.message))));
  await place.close();
}
process.exit(good ? 0 : 1);
