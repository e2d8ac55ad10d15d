/** Shared by the charts' tools: the changes of notes, and the names of members. */

import { useMemo } from "preact/hooks";
import { NoteChanges } from "../../data/changes/note-changes";
import { useMemberName } from "../../shared/hooks/names";
import { usePage } from "../../shared/hooks/page";
import { useToolTexts } from "../../text/chart-tools";

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
