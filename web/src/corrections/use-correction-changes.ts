/** The owners' changes of what readings mean, with notices that undo them. */

import { useMemo } from "preact/hooks";
import { CorrectionChanges } from "../data/changes/correction-changes";
import type { StoredChange } from "../data/changes/correction-changes";
import { createSign } from "../data/changes/signing";
import { usePage } from "../shared/hooks/page";

export function useCorrectionChanges(): CorrectionChanges {
  const { writes, person, connection } = usePage();
  return useMemo(() => {
    const { now } = connection;
    return new CorrectionChanges(writes, createSign(person.uid, now), now);
  }, [writes, person.uid, connection]);
}

/** Waits for changes, and shows a notice that undoes them. */
export function useNoticedChanges(): (
  changes: Promise<readonly StoredChange[]>,
  text: string,
) => void {
  const { attempt } = usePage();
  const corrections = useCorrectionChanges();
  return (changes, text) =>
    attempt(
      changes.then(() => undefined),
      { text, undo: () => attempt(changes.then((stored) => corrections.undo(stored))) },
    );
}
