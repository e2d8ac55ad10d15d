/**
 * A relay between function and database, in a process of its own: `node relay.ts <host:port>`. It passes on bytes after
 * half a round trip, in order.
 */

import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";

/** Sets the delay. */
export interface RelayQuestion {
  readonly roundTripMs: number;
}

export interface RelayAnswer {
  readonly port: number;
}

const [host = "", port = ""] = (process.argv[2] ?? "").split(":");
let oneWayMs = 0;

const server = createServer({ noDelay: true }, (client) => {
  const database = connect({ host, port: Number(port), noDelay: true });
  pass(client, database);
  pass(database, client);
});

function pass(from: Socket, to: Socket): void {
  from.on("data", (data) => delay(() => to.write(data)));
  from.on("end", () => delay(() => to.end()));
  from.on("error", () => to.destroy());
}

/** Timers of the same length fire in the order in which they were set, so the bytes stay in order. */
function delay(act: () => void): void {
  if (oneWayMs === 0) act();
  else setTimeout(act, oneWayMs);
}

server.listen(0, "127.0.0.1");
process.on("message", ({ roundTripMs }: RelayQuestion) => {
  oneWayMs = roundTripMs / 2;
  const answer: RelayAnswer = { port: (server.address() as AddressInfo).port };
  process.send?.(answer);
});
process.on("disconnect", () => process.exit());
