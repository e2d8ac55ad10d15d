/** A thin bar while the database is out of reach: what is shown is then as old as it says. */

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useConnection } from "./hooks";
import { useServices } from "./page";

/** Connecting takes a moment: shorter interruptions are not worth a word, in milliseconds. */
const PATIENCE = 2000;

export function OfflineBar(): VNode {
  const { speech, format, connection } = useServices();
  const { isConnected, lastConnected } = useConnection();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (isConnected) {
      setShown(false);
      return undefined;
    }
    const timer = setTimeout(() => setShown(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [isConnected]);
  const moment =
    lastConnected === undefined ? undefined : format.moment(lastConnected, connection.now());
  return (
    <div role="status">
      {isShown && <p class="offline">{speech.texts.connection.offline(moment)}</p>}
    </div>
  );
}
