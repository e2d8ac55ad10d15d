/** What a session holds and its verbs work on. */

import type { Database } from "../database";
import type { Actor } from "../database/actor";
import type { Listening } from "../database/listeners";
import type { DisconnectWrites } from "./disconnect-writes";
import type { Frames } from "./frame";
import type { Tag } from "./protocol";
import type { Target } from "./verbs/body";

export interface Listen {
  readonly target: Target;
  /** Undefined for a listener that receives everything. */
  readonly tag: Tag | undefined;
  readonly listening: Listening;
}

/** By path and query. */
export type Listens = Map<string, Listen>;

export interface SessionState {
  readonly database: Database;
  actor: Actor;
  /** Runs when the client's token does. */
  expiry?: NodeJS.Timeout;
  readonly listens: Listens;
  readonly disconnectWrites: DisconnectWrites;
  readonly isExplaining: boolean;
  /** Sends a message that is no answer. */
  readonly push: (message: string) => void;
  /** Sends one that is made already. */
  readonly sendFrames: (frames: Frames) => void;
}
