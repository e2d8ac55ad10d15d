/** The dialog for a new or changed note. */

import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { parseNotes } from "@greenhouse/domain/identity/notes";
import type { Note } from "@greenhouse/domain/identity/notes";
import { createPushKeys, timeOfKey } from "@greenhouse/domain/identity/push-key";
import { createZonedClock } from "@greenhouse/domain/zoned-time";
import { valueOf } from "../../data/watches/watch";
import { faultOfNote, withPending } from "../../model/farm/notes";
import { Button, Field, Form } from "../../shared/controls/controls";
import { Dialog, DialogActions } from "../../shared/controls/dialog";
import { Conflicts, useDraft } from "../../shared/controls/draft";
import { useWatch } from "../../shared/hooks/hooks";
import { usePage } from "../../shared/hooks/page";
import { useToolTexts } from "../../text/chart-tools";
import { useNoteChanges } from "./context";

export interface NoteDialogProps {
  readonly greenhouseId: string;
  /** Undefined for a new note. */
  readonly note: Note | undefined;
  /** The last time of the cursor, in Unix milliseconds. */
  readonly pointed: number | undefined;
  readonly onClose: () => void;
}

export function NoteDialog(props: NoteDialogProps): VNode {
  const { note } = props;
  return note === undefined ? (
    <NoteForm {...props} isGone={false} />
  ) : (
    <Existing {...props} note={note} />
  );
}

/** Follows changes of the note. Its author may change or remove it in another window. */
function Existing(props: NoteDialogProps & { readonly note: Note }): VNode {
  const { greenhouseId, note } = props;
  const path = `notes/${greenhouseId}`;
  const watched = useWatch(`${path}/${note.key}`, (stored) => parseNotes({ [note.key]: stored }));
  const pending = usePage().writes.pending.value.map(({ values }) => values);
  const stored = withPending(valueOf(watched) ?? [note], path, pending);
  const current = stored.find(({ key }) => key === note.key);
  return <NoteForm {...props} note={current ?? note} isGone={current === undefined} />;
}

interface NoteFormProps extends NoteDialogProps {
  /** Whether the note was removed while this dialog was open. */
  readonly isGone: boolean;
}

function NoteForm({ greenhouseId, note, isGone, pointed, onClose }: NoteFormProps): VNode {
  const { texts, format, connection } = usePage();
  const { notes: words, noteFaults } = useToolTexts();
  const faults = { ...texts.validation, ...noteFaults };
  const save = useSaving(greenhouseId, note);
  const now = connection.now();
  const [openedAt] = useState(now);
  const clock = createZonedClock(format.timeZone);
  const draft = useDraft(
    { text: note?.text ?? "", at: clock.wall(note?.at ?? openedAt) },
    (_, text) => text.trim(),
  );
  const { text, at } = draft.shown;
  // When a clock is set back, two hours have the same local time. This value selects one.
  const [near, setNear] = useState(note?.at ?? openedAt);
  const setAt = (time: number): void => {
    setNear(time);
    draft.type("at", clock.wall(time));
  };
  const [isTried, setTried] = useState(false);
  const typedAt = clock.parseWall(at, near);
  const wrong = faultOfNote(text, typedAt, now);
  const errorOf = (field: "text" | "at"): string | undefined =>
    isTried && wrong?.field === field ? faults[wrong.fault] : undefined;
  const submit = (): void => {
    setTried(true);
    if (wrong !== undefined || (!isGone && draft.conflicts.length > 0)) return;
    // The field does not show seconds. An unchanged field keeps them.
    const isSameTime =
      note !== undefined && clock.parseWall(clock.wall(note.at), note.at) === typedAt;
    save(text.trim(), isSameTime ? note.at : typedAt);
    onClose();
  };
  return (
    <Dialog title={note === undefined ? words.add : words.edit} onClose={onClose}>
      <Form onSubmit={submit}>
        <Field
          label={words.text}
          value={text}
          onValue={(typed) => draft.type("text", typed)}
          placeholder={words.placeholder}
          error={errorOf("text")}
        />
        <Field
          label={words.at}
          type="datetime-local"
          value={at}
          onValue={(typed) => draft.type("at", typed)}
          error={errorOf("at")}
        />
        <div class="row">
          <Button kind="quiet" onClick={() => setAt(connection.now())}>
            {words.now}
          </Button>
          {pointed !== undefined && (
            <Button kind="quiet" onClick={() => setAt(pointed)}>
              {words.pointed(format.moment(pointed, now))}
            </Button>
          )}
        </div>
        {isGone ? (
          <p class="notice" role="alert">
            {words.gone}
          </p>
        ) : (
          <Conflicts draft={draft} nameOf={(field) => words[field as "text" | "at"]} isOwn />
        )}
        <DialogActions submit={texts.save} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

/** Stores the note and says so. A change can be undone. */
function useSaving(
  greenhouseId: string,
  before: Note | undefined,
): (text: string, at: number) => void {
  const { person, attempt } = usePage();
  const { notes: words } = useToolTexts();
  const changes = useNoteChanges();
  const newKey = useMemo(() => createPushKeys(Math.random), []);
  return (text, at) => {
    const isSameTime = before !== undefined && timeOfKey(before.key) === at;
    const key = isSameTime ? before.key : newKey(at);
    const note = { key, at, text, by: person.uid };
    const moved = isSameTime ? undefined : before;
    attempt(changes.save(greenhouseId, note, moved), {
      text: before === undefined ? words.added : words.changed,
      undo: () =>
        attempt(
          before === undefined
            ? changes.remove(greenhouseId, note)
            : changes.save(greenhouseId, before, moved && note),
        ),
    });
  };
}
