/** What REST needs from the rest of the emulator. */

import type { Namespaces } from "../namespaces";

export interface RestContext {
  readonly namespaces: Namespaces;
  /** The namespace of requests that name none. */
  readonly defaultNamespace?: string;
  /** Server time in Unix milliseconds. */
  readonly now: () => number;
  /** Makes the name of a child that is pushed, from Unix milliseconds. */
  readonly createPushId: (now: number) => string;
  /** How often an event stream says that it is alive, in milliseconds; 30 s by default. */
  readonly keepAliveMs?: number;
}
