/** Names the number of changes that are not saved yet, and offers to discard them. */

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Button } from "../shared/controls/controls";
import { usePage } from "../shared/hooks/page";
import { useOfflineTexts } from "../text/offline";

/** Changes that are confirmed within this time are not shown, in milliseconds. */
const SHOWN_AFTER_MS = 1000;

export function PendingBar(): VNode | null {
  const { writes, connection } = usePage();
  const texts = useOfflineTexts();
  const { isConnected } = connection.state.value;
  const { length: count } = writes.pending.value;
  const isPending = count > 0;
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (!isPending) return undefined;
    const timer = setTimeout(() => setLate(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isPending]);
  if (!isPending || !(isLate || !isConnected)) return null;
  const discard = (): void => {
    if (writes.discard()) setTimeout(() => location.reload());
  };
  return (
    <div class="pending-bar">
      <p>
        <strong>{texts.pending(count)}</strong>
        {!connection.isConnected && ` ${texts.pendingOffline(count)}`}
      </p>
      <Button onClick={discard}>{texts.discard}</Button>
    </div>
  );
}
