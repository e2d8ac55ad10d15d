/** Shared by the charts' tools: their texts, the changes of notes, and the names of members. */

import { createContext } from "preact";
import { useContext, useMemo } from "preact/hooks";
import { NoteChanges } from "../../data/note-changes";
import { useMemberName } from "../../shared/names";
import { present, usePage } from "../../shared/page";
import type { ChartToolTexts } from "../../text/chart-tools-en";

export const TextsContext = createContext<ChartToolTexts | undefined>(undefined);

export function useToolTexts(): ChartToolTexts {
  return present(useContext(TextsContext));
}

export function useNoteChanges(): NoteChanges {
  const { writes } = usePage();
  return useMemo(() => new NoteChanges(writes), [writes]);
}

export function useWriterName(): (authUid: string) => string {
  const { person } = usePage();
  const { notes } = useToolTexts();
  const nameOf = useMemberName();
  return (authUid) => (authUid === person.uid ? notes.you : nameOf(authUid));
}
