/**
 * Which hours of a greenhouse are folded to roll-ups, and which have changed: a reading that arrives after its hour is
 * over marks that hour in the same update, and the mark goes when the hour has been folded again.
 */

import { signal } from "@preact/signals-core";
import type { DatabaseReference } from "firebase/database";
import { HOUR_MS, readCoverage } from "../../../domain/src/rollups";
import type { Coverage } from "../../../domain/src/rollups";
import { entriesOf } from "../../../domain/src/stored";
import type { Window } from "../model/time-range";
import type { ConnectionWatch } from "./connection";
import { withSdk } from "./sdk";
import type { Sdk } from "./sdk";

/** Readings arrived for an hour that was over, or it was folded again. */
export type Change = "late" | "folded";

const ALWAYS: Window = { from: -Infinity, to: Infinity };

export class FoldWatch {
  /** Changes with the properties below. */
  readonly version = signal(0);
  readonly #connection: ConnectionWatch;
  readonly #greenhouseId: string;
  readonly #listeners = new Set<(change: Change, when: Window) => void>();
  #coverage: Coverage | undefined;
  /** The marks of each hour, by its start. */
  #due: ReadonlyMap<number, readonly string[]> = new Map();
  #isKnown = false;
  #wasAway = false;

  constructor(connection: ConnectionWatch, greenhouseId: string) {
    this.#connection = connection;
    this.#greenhouseId = greenhouseId;
  }

  /** Undefined if roll-ups are not deployed. */
  get coverage(): Coverage | undefined {
    return this.#coverage;
  }

  /** The starts of the hours that are to be folded again. */
  get due(): ReadonlySet<number> {
    return new Set(this.#due.keys());
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

  #listen({ database, onValue, ref }: Sdk): () => void {
    const at = (path: string): DatabaseReference => ref(database, `${path}/${this.#greenhouseId}`);
    const stops = [
      // A database whose rules do not know roll-ups refuses both paths.
      onValue(
        at("rollupCoverage"),
        (snapshot) => this.#setCoverage(readCoverage(snapshot.val())),
        () => this.#setCoverage(undefined),
      ),
      onValue(
        at("rollupDue"),
        (snapshot) => this.#setDue(readMarks(snapshot.val())),
        () => this.#setDue(new Map()),
      ),
      this.#connection.state.subscribe(({ isConnected }) => {
        this.#wasAway ||= !isConnected;
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      this.#wasAway = true;
    };
  }

  #setCoverage(coverage: Coverage | undefined): void {
    // Marks may have come and gone meanwhile.
    const isUnknown =
      this.#isKnown && this.#wasAway && coverage?.version !== this.#coverage?.version;
    this.#wasAway = false;
    this.#coverage = coverage;
    this.#isKnown = true;
    if (isUnknown) {
      this.#tell("late", ALWAYS);
      this.#tell("folded", ALWAYS);
    }
    this.version.value = this.version.peek() + 1;
  }

  #setDue(due: ReadonlyMap<number, readonly string[]>): void {
    const before = this.#due;
    this.#due = due;
    for (const hour of hoursWithMore(due, before)) this.#tell("late", hour);
    for (const hour of hoursWithMore(before, due)) this.#tell("folded", hour);
    this.version.value = this.version.peek() + 1;
  }

  #tell(change: Change, when: Window): void {
    for (const listener of this.#listeners) listener(change, when);
  }
}

function readMarks(stored: unknown): ReadonlyMap<number, readonly string[]> {
  return new Map(
    entriesOf(stored).map(([start, marks]) => [
      Number(start),
      entriesOf(marks).map(([key]) => key),
    ]),
  );
}

/** The hours with a mark that the others do not have. */
function hoursWithMore(
  marks: ReadonlyMap<number, readonly string[]>,
  others: ReadonlyMap<number, readonly string[]>,
): readonly Window[] {
  return [...marks]
    .filter(([start, keys]) => keys.some((key) => !others.get(start)?.includes(key)))
    .map(([start]) => ({ from: start, to: start + HOUR_MS }));
}
