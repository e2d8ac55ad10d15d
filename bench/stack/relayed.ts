/** Starts the relay, and says what passed it. */

import { HOST } from "../../scripts/stack/ports.ts";
import { openChannel } from "./channel.ts";
import type { RelayAnswer, RelayQuestion } from "./relay.ts";

export interface Relay {
  /** `host:port`, in place of the database's. */
  readonly address: string;
  /** Delays all that comes from now on. */
  setRoundTrip(milliseconds: number): Promise<void>;
  /** What passed since this or `setRoundTrip` was called last; leaves no delay. */
  count(): Promise<Pick<RelayAnswer, "up" | "down">>;
  close(): Promise<void>;
}

export async function startRelay(databaseAddress: string): Promise<Relay> {
  const channel = openChannel<RelayQuestion, RelayAnswer>("stack/relay.ts", [databaseAddress]);
  const { port } = await channel.ask({ roundTripMs: 0 });
  return {
    address: `${HOST}:${port}`,
    setRoundTrip: async (roundTripMs) => {
      await channel.ask({ roundTripMs });
    },
    count: () => channel.ask({ roundTripMs: 0 }),
    close: () => channel.close(),
  };
}
