// Clients of the Model Context Protocol order tea through `domtool mcp`, over both transports and in both eras, one after another. The
// shop's server says what it received. `node orders.mjs DOMTOOL`.

import { CLIENTS, RAW } from "./clients.mjs";
import { Place } from "./places.mjs";
import { enter, fault, order, wishOf } from "./shopper.mjs";

const WHOLE = 10 * 60_000; // ms, for all of it

const place = new Place(process.argv[2]);
setTimeout(() => {
  console.error("it takes too long");
  place.kill();
  process.exit(1);
}, WHOLE).unref();

/** Has one client order, and gives its row. */
const buy = async ({ name, kind, mode, version, connect }, nth, where) => {
  const wish = wishOf(nth, `${name} ${mode} over ${kind}`);
  const row = { name, kind, mode, agreed: "-", calls: 0, ms: 0, fault: undefined };
  const since = performance.now();
  let connected;
  try {
    connected = await connect(where);
    row.agreed = connected.version ?? "-";
    if (row.agreed !== version) throw new Error(`it agreed on ${row.agreed}, not on ${version}`);
    const call = (tool, args) => {
      row.calls += 1;
      return connected.text(tool, { ...args, session: `order${nth}` });
    };
    await enter(call, where.shop.url);
    await order(call, wish);
    await call("sessions", { what: "close" });
    row.fault = await fault(where.shop, wish);
  } catch (error) {
    row.fault = error.message;
  } finally {
    await connected?.end().catch((error) => (row.fault ??= `it does not end: ${error.message}`));
  }
  row.ms = Math.round(performance.now() - since);
  return row;
};

let failed = 0;
try {
  const where = { place, shop: await place.openShop(), server: await place.serve() };
  console.log("| client | transport | says hello by | agreed on | calls | ms in all | the shop received |");
  console.log("| --- | --- | --- | --- | --- | --- | --- |");
  for (const [nth, client] of [...CLIENTS, ...RAW].entries()) {
    const { name, kind, mode, agreed, calls, ms, fault } = await buy(client, nth, where);
    if (fault) failed += 1;
    console.log(`| ${name} | ${kind} | ${mode} | ${agreed} | ${calls} | ${ms} | ${fault ?? "its order"} |`);
  }
} finally {
  await place.close();
}
process.exit(failed === 0 ? 0 : 1);
