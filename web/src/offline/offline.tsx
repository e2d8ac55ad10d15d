/** What a page needs that lost its connection: loaded after the first view, so that it is there by then. */

import type { FunctionComponent } from "preact";
import { keepAlive } from "../data/keep-alive";
import type { Services } from "../shared/page";
import { PendingBar } from "./pending-bar";

/** To be called once a page. @returns what says that changes are pending */
export function startOffline({ backend, connection, writes }: Services): FunctionComponent {
  keepAlive(backend, connection, writes.pending);
  return PendingBar;
}
