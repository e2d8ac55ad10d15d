/**
 * Which hours of a greenhouse are folded to roll-ups, and which have changed: a reading that arrives after its hour is
 * over marks that hour in the same update, and the mark goes when the hour has been folded again.
 */

import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import { signal } from "@preact/signals-core";
import type { DatabaseReference } from "firebase/database";
import { readCoverage } from "@greenhouse/domain/rollups/rollups";
import type { Coverage } from "@greenhouse/domain/rollups/rollups";
import { entriesOf } from "@greenhouse/domain/stored";
import type { Window } from "../../model/plot/time-range";
import { untilAnswer } from "../connection/answer";
import type { ConnectionWatch } from "../connection/connection";
import { withSdk } from "../connection/sdk";
import type { Sdk } from "../connection/sdk";

/** Readings arrived for an hour that was over, or it was folded again, with what arrived for it. */
export type Change = "late" | "folded";

/** The marks of each hour, by its start. Each late reading sets one, or renews it. */
type Marks = ReadonlyMap<number, ReadonlyMap<string, unknown>>;

/** The rules refuse entries of history that are more than 31 days old, so older hours get no marks. */
const OLDEST_MARK = 32 * DAY_MS;

const ALWAYS: Window = { from: -Infinity, to: Infinity };

export class FoldWatch {
  /** Changes with the properties below. */
  readonly version = signal(0);
  readonly #connection: ConnectionWatch;
  readonly #greenhouseId: string;
  readonly #listeners = new Set<(change: Change, when: Window) => void>();
  #coverage: Coverage | undefined;
  #due: Marks = new Map();
  #isKnown = false;
  #wasAway = false;
  #absences = 0;

  constructor(connection: ConnectionWatch, greenhouseId: string) {
    this.#connection = connection;
    this.#greenhouseId = greenhouseId;
  }

  /** Undefined if roll-ups are not deployed. */
  get coverage(): Coverage | undefined {
    return this.#coverage;
  }

  /** The starts of the hours that are to be folded again. */
  get due(): Pick<ReadonlySet<number>, "has"> {
    return this.#due;
  }

  /** Whether the coverage is known, even if it is that there are no roll-ups. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** @param listener receives the hour, or all of time where hours changed that nobody listened to */
  onChange(listener: (change: Change, when: Window) => void): void {
    this.#listeners.add(listener);
  }

  /** @returns stops listening */
  listen(): () => void {
    return withSdk((sdk) => this.#listen(sdk));
  }

  #listen(sdk: Sdk): () => void {
    const { database, onValue, orderByKey, query, ref, startAt } = sdk;
    const at = (path: string): DatabaseReference => ref(database, `${path}/${this.#greenhouseId}`);
    const oldest = this.#connection.now() - OLDEST_MARK;
    const stops = [
      // A database whose rules do not know roll-ups refuses both paths.
      onValue(
        at("rollupCoverage"),
        (snapshot) => this.#setCoverage(readCoverage(snapshot.val())),
        () => this.#setCoverage(undefined),
      ),
      onValue(
        query(at("rollupDue"), orderByKey(), startAt(String(oldest))),
        (snapshot) => this.#setDue(readMarks(snapshot.val())),
        () => this.#setDue(new Map()),
      ),
      this.#connection.state.subscribe(({ isConnected }) => {
        this.#absences += 1;
        if (isConnected && this.#isKnown) this.#endAbsence(sdk);
        else this.#wasAway ||= !isConnected;
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      this.#absences += 1;
      this.#wasAway = true;
    };
  }

  /** A value that did not change meanwhile is not sent again. */
  #endAbsence(sdk: Sdk): void {
    const absence = this.#absences;
    void untilAnswer(sdk).then(() => {
      if (absence === this.#absences) this.#wasAway = false;
    });
  }

  #setCoverage(coverage: Coverage | undefined): void {
    // Marks may have come and gone meanwhile.
    const isUnknown =
      this.#isKnown && this.#wasAway && coverage?.version !== this.#coverage?.version;
    this.#wasAway = false;
    this.#coverage = coverage;
    this.#isKnown = true;
    if (isUnknown) this.#tell("folded", ALWAYS);
    this.version.value = this.version.peek() + 1;
  }

  #setDue(due: Marks): void {
    const before = this.#due;
    this.#due = due;
    const isNew: IsCounted = (mark, value, others) => others?.get(mark) !== value;
    const isGone: IsCounted = (mark, _, others) => others?.has(mark) !== true;
    for (const hour of hoursWith(isNew, due, before)) this.#tell("late", hour);
    for (const hour of hoursWith(isGone, before, due)) this.#tell("folded", hour);
    this.version.value = this.version.peek() + 1;
  }

  #tell(change: Change, when: Window): void {
    for (const listener of this.#listeners) listener(change, when);
  }
}

function readMarks(stored: unknown): Marks {
  return new Map(
    entriesOf(stored).map(([start, marks]) => [Number(start), new Map(entriesOf(marks))]),
  );
}

type IsCounted = (
  mark: string,
  value: unknown,
  others: ReadonlyMap<string, unknown> | undefined,
) => boolean;

/** The hours with a mark that counts beside the other marks of the hour. */
function hoursWith(isCounted: IsCounted, marks: Marks, others: Marks): readonly Window[] {
  return [...marks]
    .filter(([start, ofHour]) =>
      [...ofHour].some(([mark, value]) => isCounted(mark, value, others.get(start))),
    )
    .map(([start]) => ({ from: start, to: start + HOUR_MS }));
}
