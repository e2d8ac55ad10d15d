/** Starts the relay and measures its round trip. */

import { AS_OWNER } from "../../dev/demo/demo.ts";
import { HOST } from "../../dev/processes/ports.ts";
import { median } from "../statistics.ts";
import { openChannel } from "./channel.ts";
import type { RelayAnswer, RelayQuestion } from "./relay.ts";

export interface Relay {
  /** `host:port`, which replaces the database's address. */
  readonly address: string;
  /**
   * Delays all bytes from now on. @returns the measured round trip minus the round trip without
   * delay
   */
  readonly setRoundTrip: (milliseconds: number) => Promise<number>;
  /** Returns how many bytes have come from the database so far. */
  readonly bytesDown: () => Promise<number>;
  /** Closes all connections at once, as a server does with idle connections. */
  readonly closeAll: () => Promise<void>;
}

/** Runs the work with a relay before the database at `host:port`, at first without delay. */
export async function withRelay<T>(
  databaseAddress: string,
  work: (relay: Relay) => Promise<T>,
): Promise<T> {
  const channel = openChannel<RelayQuestion, RelayAnswer>("processes/relay.ts", [databaseAddress]);
  try {
    const { port } = await channel.ask({ roundTripMs: 0 });
    const address = `${HOST}:${port}`;
    const ownMs = await ping(address);
    const setRoundTrip = async (roundTripMs: number): Promise<number> => {
      await channel.ask({ roundTripMs });
      return (await ping(address)) - ownMs;
    };
    return await work({
      address,
      setRoundTrip,
      bytesDown: async () => (await channel.ask({})).bytesDown,
      closeAll: async () => void (await channel.ask({ close: true })),
    });
  } finally {
    await channel.close();
  }
}

const PINGS = 20;

/** Returns the median time of a small request on an open connection, in milliseconds. */
async function ping(address: string): Promise<number> {
  const times: number[] = [];
  // The first request opens the connection.
  for (let turn = 0; turn <= PINGS; turn += 1) {
    const startedMs = performance.now();
    const response = await fetch(`http://${address}/nothing.json?ns=bench-ping`, {
      headers: AS_OWNER,
    });
    await response.text();
    if (turn > 0) times.push(performance.now() - startedMs);
  }
  return median(times);
}
