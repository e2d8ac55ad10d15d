/** A thin bar while the database is out of reach: what is shown is then as old as it says. */

import type { VNode } from "preact";
import { useOffline } from "./hooks";
import { useServices } from "./page";

export function OfflineBar(): VNode {
  const { speech } = useServices();
  const offline = useOffline();
  return (
    <div role="status">
      {offline && <p class="offline">{speech.texts.connection.offline(offline.since)}</p>}
    </div>
  );
}
