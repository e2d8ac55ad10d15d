/**
 * Waits until a person who was refused a farm becomes a member. The SDK does not retry refused listeners, so this
 * module asks.
 */

import { useEffect } from "preact/hooks";
import { isMember } from "../data/connection/membership";
import { asStored } from "../data/watches/watch";
import { useWatch } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { useAction } from "../shared/hooks/stable";

/**
 * The time between two questions, in milliseconds. Access may be granted without a change of the person's list of
 * farms.
 */
const ASK_EVERY_MS = 10_000;

export function useAccess(farmId: string, onAccess: () => void): void {
  const { person, connection } = usePage();
  const listed = useWatch(`users/${person.uid}/farms/${farmId}`, asStored);
  const { isConnected } = connection.state.value;
  const { uid } = person;
  const open = useAction(onAccess);
  useEffect(() => {
    let isCurrent = true;
    const ask = (): void =>
      void isMember(farmId, uid).then((may) => {
        if (may && isCurrent) open();
      });
    ask();
    const timer = setInterval(ask, ASK_EVERY_MS);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [farmId, uid, open, listed, isConnected]);
}
