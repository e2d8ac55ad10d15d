/** A question that only a program can ask: with the web SDK, several clients, or a function that writes trigger. */

import type { Clients } from "./clients.ts";

export interface Scenario {
  readonly id: string;
  readonly asks: string;
  /** The recording with the hosted database's answer: its file and the day of the recording. */
  readonly source: readonly [file: string, date: string];
  /** The recorded answer, with our names and values. Facts that the SDK alone decides are left out. */
  readonly hosted: unknown;
  /** Whether a function has to be called. */
  readonly needsFunctions?: true;
  /** Asks an emulator. Returns its answer, which has the form of `hosted`. */
  readonly ask: (clients: Clients) => Promise<unknown>;
}
