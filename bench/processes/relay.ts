/**
 * A relay between function and database, in a process of its own: `node relay.ts <host:port>`. It passes on bytes after
 * half a round trip, in order, and counts bytes and WebSocket frames in both directions.
 */

import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { createFrameCounter } from "./frames.ts";

/** Sets the delay, and counts from zero again. */
export interface RelayQuestion {
  readonly roundTripMs: number;
}

/** The traffic since the last question. */
export interface RelayAnswer {
  readonly port: number;
  readonly up: Traffic;
  readonly down: Traffic;
}

export interface Traffic {
  readonly bytes: number;
  readonly frames: number;
}

const [host = "", port = ""] = (process.argv[2] ?? "").split(":");
let oneWayMs = 0;
let up = { bytes: 0, frames: 0 };
let down = { bytes: 0, frames: 0 };

const server = createServer({ noDelay: true }, (client) => {
  const database = connect({ host, port: Number(port), noDelay: true });
  pass(client, database, () => up);
  pass(database, client, () => down);
});

function pass(from: Socket, to: Socket, traffic: () => { bytes: number; frames: number }): void {
  const countFrames = createFrameCounter();
  from.on("data", (data) => {
    traffic().bytes += data.length;
    traffic().frames += countFrames(data);
    delay(() => to.write(data));
  });
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
  const answer: RelayAnswer = { port: (server.address() as AddressInfo).port, up, down };
  oneWayMs = roundTripMs / 2;
  up = { bytes: 0, frames: 0 };
  down = { bytes: 0, frames: 0 };
  process.send?.(answer);
});
process.on("disconnect", () => process.exit());
