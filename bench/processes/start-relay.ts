/** Starts the relay and measures its round trip. */

import { Agent, get } from "node:http";
import { HOST } from "../../scripts/stack/ports.ts";
import { median } from "../statistics.ts";
import { openChannel } from "./channel.ts";
import type { RelayAnswer, RelayQuestion } from "./relay.ts";

export interface Relay {
  /** `host:port`, in place of the database's. */
  readonly address: string;
  /** Delays all bytes from now on, and resolves with the traffic since the last call. */
  setRoundTrip(milliseconds: number): Promise<Pick<RelayAnswer, "up" | "down">>;
  close(): Promise<void>;
}

export async function startRelay(databaseAddress: string): Promise<Relay> {
  const channel = openChannel<RelayQuestion, RelayAnswer>("processes/relay.ts", [databaseAddress]);
  const { port } = await channel.ask({ roundTripMs: 0 });
  return {
    address: `${HOST}:${port}`,
    setRoundTrip: (roundTripMs) => channel.ask({ roundTripMs }),
    close: () => channel.close(),
  };
}

const PINGS = 20;

/** The median time of a small request on an open connection, in milliseconds. */
export async function ping(address: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  // The first request opens the connection.
  for (let turn = 0; turn <= PINGS; turn += 1) {
    const startedMs = performance.now();
    await new Promise<void>((resolve, reject) => {
      const url = `http://${address}/nothing.json?ns=bench-ping`;
      const headers = { Authorization: "Bearer owner" };
      get(url, { agent, headers }, (response) => {
        response.resume().on("end", resolve);
      }).on("error", reject);
    });
    if (turn > 0) times.push(performance.now() - startedMs);
  }
  agent.destroy();
  return median(times);
}
