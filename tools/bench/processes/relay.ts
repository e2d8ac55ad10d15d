/**
 * Relays between function and database, in its own process: `node relay.ts <host:port>`. It passes
 * bytes on after half a round trip, in order. A connection takes a round trip to open.
 */

import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";

export interface RelayQuestion {
  /** Sets the delay. */
  readonly roundTripMs?: number;
  /** Closes all connections, as a server does with idle connections. */
  readonly close?: true;
}

export interface RelayAnswer {
  readonly port: number;
  /** Bytes from the database so far. */
  readonly bytesDown: number;
}

const [host = "", port = ""] = (process.argv[2] ?? "").split(":");
const sockets = new Set<Socket>();
let oneWayMs = 0;
let bytesDown = 0;

const server = createServer({ noDelay: true, pauseOnConnect: true }, (client) => {
  const database = connect({ host, port: Number(port), noDelay: true });
  database.on("data", ({ length }) => (bytesDown += length));
  pass(database, client);
  // Only now does the function know that its connection is open.
  delay(() => {
    pass(client, database);
    client.resume();
  }, 2 * oneWayMs);
  for (const socket of [client, database]) {
    sockets.add(socket.on("close", () => sockets.delete(socket)));
  }
  client.on("error", () => database.destroy());
  database.on("error", () => client.destroy());
});

function pass(from: Socket, to: Socket): void {
  from.on("data", (data) => delay(() => to.write(data)));
  from.on("end", () => delay(() => to.end()));
}

/** Timers of the same length fire in the order in which they were set, so the bytes stay in order. */
function delay(act: () => void, milliseconds = oneWayMs): void {
  if (milliseconds === 0) act();
  else setTimeout(act, milliseconds);
}

server.listen(0, "127.0.0.1");
process.on("message", ({ roundTripMs, close }: RelayQuestion) => {
  if (roundTripMs !== undefined) oneWayMs = roundTripMs / 2;
  if (close) for (const socket of sockets) socket.destroy();
  const answer: RelayAnswer = { port: (server.address() as AddressInfo).port, bytesDown };
  process.send?.(answer);
});
process.on("disconnect", () => process.exit());
