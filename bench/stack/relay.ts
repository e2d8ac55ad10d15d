/**
 * Stands between a function and the database, in a process of its own: `node relay.ts <host:port>`. Passes bytes on
 * after half of a round trip, in order, and counts bytes and the frames of WebSocket in both directions.
 */

import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { createFrameCounter } from "./frames.ts";

/** Sets the delay, and starts counting from zero. */
export interface RelayQuestion {
  readonly roundTripMs: number;
}

/** What passed since the last question. */
export interface RelayAnswer {
  readonly port: number;
  readonly up: Passed;
  readonly down: Passed;
}

export interface Passed {
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

function pass(from: Socket, to: Socket, passed: () => { bytes: number; frames: number }): void {
  const countFrames = createFrameCounter();
  from.on("data", (data) => {
    passed().bytes += data.length;
    passed().frames += countFrames(data);
    later(() => to.write(data));
  });
  from.on("end", () => later(() => to.end()));
  from.on("error", () => to.destroy());
}

/** Timers of the same length run in the order they were set, so the order of the bytes is kept. */
function later(act: () => void): void {
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
