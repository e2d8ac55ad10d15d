/** The window in which a note is written or changed. */

import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { Note } from "../../../../domain/src/notes";
import { createPushKeys, timeOfKey } from "../../../../domain/src/push-key";
import { faultOfNote } from "../../model/notes";
import { Button, Field, Form } from "../../shared/controls";
import { Dialog } from "../../shared/dialog";
import { usePage } from "../../shared/page";
import { localText } from "../range-picker";
import { useNoteChanges, useToolTexts } from "./context";

export interface NoteDialogProps {
  readonly greenhouseId: string;
  /** Undefined writes a new one. */
  readonly note: Note | undefined;
  /** Where the cursor was last, in Unix milliseconds. */
  readonly pointed: number | undefined;
  readonly onClose: () => void;
}

export function NoteDialog({ greenhouseId, note, pointed, onClose }: NoteDialogProps): VNode {
  const { texts, format, connection } = usePage();
  const { notes: words, noteFaults } = useToolTexts();
  const save = useSaving(greenhouseId, note);
  const now = connection.now();
  const [text, setText] = useState(note?.text ?? "");
  const [at, setAt] = useState(localText(note?.at ?? now));
  const [isTried, setTried] = useState(false);
  const wrong = faultOfNote(text, Date.parse(at), now);
  const errorOf = (field: "text" | "at"): string | undefined =>
    isTried && wrong?.field === field ? noteFaults[wrong.fault] : undefined;
  const submit = (): void => {
    setTried(true);
    if (wrong !== undefined) return;
    // A field that was left alone keeps its seconds.
    const isSameTime = note !== undefined && at === localText(note.at);
    save(text.trim(), isSameTime ? note.at : Date.parse(at));
    onClose();
  };
  return (
    <Dialog title={note === undefined ? words.add : words.edit} onClose={onClose}>
      <Form onSubmit={submit}>
        <Field
          label={words.text}
          value={text}
          onValue={setText}
          placeholder={words.placeholder}
          error={errorOf("text")}
        />
        <Field
          label={words.at}
          type="datetime-local"
          value={at}
          onValue={setAt}
          error={errorOf("at")}
        />
        <div class="row">
          <Button kind="quiet" onClick={() => setAt(localText(connection.now()))}>
            {words.now}
          </Button>
          {pointed !== undefined && (
            <Button kind="quiet" onClick={() => setAt(localText(pointed))}>
              {words.pointed(format.moment(pointed, now))}
            </Button>
          )}
        </div>
        <div class="row">
          <Button kind="primary" type="submit">
            {texts.save}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {texts.cancel}
          </Button>
        </div>
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
