/**
 * The notes of the range, the newest first. Members can change and remove their own notes. Owners can remove any note.
 */

import { HOUR_MS } from "@greenhouse/domain/time";
import type { Signal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { parseNotes } from "@greenhouse/domain/identity/notes";
import type { Note } from "@greenhouse/domain/identity/notes";
import { valueOf } from "../../data/watches/watch";
import { withPending } from "../../model/farm/notes";
import type { TimeRange, Window } from "../../model/plot/time-range";
import { Button } from "../../shared/controls/controls";
import { Dialog, DialogActions } from "../../shared/controls/dialog";
import { useFarm } from "../../shared/hooks/farm";
import { useNow, useWatch } from "../../shared/hooks/hooks";
import { usePage } from "../../shared/hooks/page";
import { useToolTexts } from "../../text/chart-tools";
import { useNoteChanges, useWriterName } from "./context";
import { NoteDialog } from "./note-dialog";

export interface NoteListProps {
  readonly greenhouseId: string;
  readonly range: TimeRange;
  readonly shown: Window;
  /** Passes the notes to the charts. */
  readonly notes: Signal<readonly Note[]>;
}

/** The maximum number of notes that are read. */
const MAX_NOTES = 500;
/** The number of notes that are shown at first. */
const SHOWN = 6;

export function NoteList({ greenhouseId, range, shown, notes }: NoteListProps): VNode | null {
  const { texts, format } = usePage();
  const { notes: words } = useToolTexts();
  useNotes({ greenhouseId, range, shown, notes });
  const [isOpen, setOpen] = useState(false);
  const [edited, setEdited] = useState<Note>();
  const all = notes.value.filter(({ at }) => at >= shown.from && at <= shown.to).toReversed();
  if (all.length === 0 && edited === undefined) return null;
  const listed = isOpen ? all : all.slice(0, SHOWN);
  return (
    <section class="card notes" aria-labelledby="notes-title">
      <h3 id="notes-title">{words.title}</h3>
      <ul class="plain">
        {listed.map((note) => (
          <NoteItem
            key={note.key}
            {...{ greenhouseId, note, all }}
            onEdit={() => setEdited(note)}
          />
        ))}
      </ul>
      {all.length > SHOWN && (
        <Button kind="quiet" isExpanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? texts.charts.fewer : words.more(all.length - SHOWN)}
        </Button>
      )}
      {notes.value.length >= MAX_NOTES && (
        <p class="hint">{words.newestOnly(format.count(MAX_NOTES))}</p>
      )}
      {edited && (
        <NoteDialog
          {...{ greenhouseId, note: edited, pointed: undefined }}
          onClose={() => setEdited(undefined)}
        />
      )}
    </section>
  );
}

/** Listens to the notes of the range. When the range changes, the old notes stay until the new notes arrive. */
function useNotes({ greenhouseId, range, shown, notes }: NoteListProps): void {
  // The start of a range that ends now moves every second. Rounding avoids more than one new listener an hour.
  const from = Math.floor(shown.from / HOUR_MS) * HOUR_MS;
  const to = range.kind === "fixed" ? { to: shown.to } : {};
  const path = `notes/${greenhouseId}`;
  const watched = useWatch(path, parseNotes, { newest: MAX_NOTES, from, ...to });
  const pending = usePage().writes.pending.value;
  const stored = useRef<readonly Note[]>([]);
  if (watched.status !== "loading") stored.current = valueOf(watched) ?? [];
  useEffect(() => {
    const values = pending.map((write) => write.values);
    notes.value = withPending(stored.current, path, values);
  }, [watched, pending, notes, path]);
}

interface NoteItemProps {
  readonly greenhouseId: string;
  readonly note: Note;
  /** All notes in the range. */
  readonly all: readonly Note[];
  readonly onEdit: () => void;
}

function NoteItem({ greenhouseId, note, all, onEdit }: NoteItemProps): VNode {
  const { format, person, writes } = usePage();
  const { role } = useFarm();
  const { notes: words } = useToolTexts();
  const nameOf = useWriterName();
  const now = useNow();
  const { at, text, by } = note;
  const isOwn = by === person.uid;
  return (
    <li>
      <time dateTime={new Date(at).toISOString()}>{format.moment(at, now)}</time>
      <p>
        <bdi>{text}</bdi>{" "}
        <span class="quiet">
          {writes.isPending(`notes/${greenhouseId}/${note.key}`)
            ? words.waiting
            : words.by(nameOf(by))}
        </span>
      </p>
      <div class="row">
        {isOwn && (
          <Button kind="quiet" label={words.editOf(text)} onClick={onEdit}>
            {words.edit}
          </Button>
        )}
        {(isOwn || role === "owner") && <Remove {...{ greenhouseId, note, all, isOwn }} />}
      </div>
    </li>
  );
}

interface RemoveProps extends Omit<NoteItemProps, "onEdit"> {
  readonly isOwn: boolean;
}

/**
 * Removing one's own note can be undone. The page asks before it removes another person's note, which could not be
 * restored.
 */
function Remove({ greenhouseId, note, all, isOwn }: RemoveProps): VNode {
  const { attempt } = usePage();
  const { notes: words } = useToolTexts();
  const nameOf = useWriterName();
  const changes = useNoteChanges();
  const [isAsking, setAsking] = useState(false);
  const remove = (): void =>
    attempt(changes.remove(greenhouseId, note), {
      text: words.removed,
      ...(isOwn && { undo: () => attempt(changes.save(greenhouseId, note)) }),
    });
  const ofWriter = all.filter(({ by }) => by === note.by);
  const removeAll = (): void => {
    attempt(changes.remove(greenhouseId, ...ofWriter), { text: words.removedAll });
    setAsking(false);
  };
  return (
    <>
      <Button
        kind="quiet danger"
        label={words.removeOf(note.text)}
        onClick={() => (isOwn ? remove() : setAsking(true))}
      >
        {words.remove}
      </Button>
      {isAsking && (
        <Dialog title={words.removeTitle} onClose={() => setAsking(false)}>
          <p>
            <bdi>{note.text}</bdi>
          </p>
          <p class="quiet">{words.removeLead(nameOf(note.by))}</p>
          <DialogActions
            isDanger
            submit={words.remove}
            onSubmit={() => {
              remove();
              setAsking(false);
            }}
            onCancel={() => setAsking(false)}
          >
            {ofWriter.length > 1 && (
              <Button kind="quiet danger" onClick={removeAll}>
                {words.removeAll(nameOf(note.by), ofWriter.length)}
              </Button>
            )}
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
