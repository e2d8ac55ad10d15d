/**
 * Knows which hours of a greenhouse are folded to rollups, and which hours have changed. A reading that arrives after
 * its hour marks that hour in the same update. The jobs remove the mark when they have folded the hour again.
 */

import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import { signal } from "@preact/signals-core";
import type { DatabaseReference } from "firebase/database";
import { parseCoverage } from "@greenhouse/domain/rollups/rollups";
import type { Coverage } from "@greenhouse/domain/rollups/rollups";
import { entriesOf } from "@greenhouse/domain/stored";
import type { Folds } from "../../model/history/known-history";
import type { Window } from "../../model/plot/time-range";
import { untilAnswer } from "../connection/answer";
import type { ConnectionWatch } from "../connection/connection";
import { withSdk } from "../connection/sdk";
import type { Sdk } from "../connection/sdk";

/** "late": readings arrived for an hour that was over. "folded": the hour was folded again with its late readings. */
export type Change = "late" | "folded";

/** The marks of each hour, by the hour's start. Each late reading adds or renews a mark. */
type Marks = ReadonlyMap<number, ReadonlyMap<string, unknown>>;

/** The rules refuse entries of history that are more than 31 days old, so older hours get no marks. */
const MAX_MARK_AGE_MS = 32 * DAY_MS;

const ALWAYS: Window = { from: -Infinity, to: Infinity };

export class FoldWatch {
  readonly state = signal<Folds & { readonly due: Marks }>({
    isKnown: false,
    coverage: undefined,
    due: new Map(),
  });
  readonly #connection: ConnectionWatch;
  readonly #greenhouseId: string;
  readonly #listeners = new Set<(change: Change, when: Window) => void>();
  /** Set while marks may come and go unnoticed; undefined while there are listeners and a connection. */
  #absence: symbol | undefined;

  constructor(connection: ConnectionWatch, greenhouseId: string) {
    this.#connection = connection;
    this.#greenhouseId = greenhouseId;
  }

  /** @param listener receives the hour that changed, or all of time if changes may have been missed */
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
    const oldest = this.#connection.now() - MAX_MARK_AGE_MS;
    const stops = [
      // A database whose rules do not know rollups refuses both paths.
      onValue(
        at("rollupCoverage"),
        (snapshot) => this.#setCoverage(parseCoverage(snapshot.val())),
        () => this.#setCoverage(undefined),
      ),
      onValue(
        query(at("rollupDue"), orderByKey(), startAt(String(oldest))),
        (snapshot) => this.#setDue(readMarks(snapshot.val())),
        () => this.#setDue(new Map()),
      ),
      this.#connection.state.subscribe(({ isConnected }) => {
        if (!isConnected) this.#absence = Symbol("absence");
        else if (this.state.peek().isKnown) this.#endAbsence(sdk);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      this.#absence = Symbol("absence");
    };
  }

  /** Ends the absence. The SDK does not report a value again that has not changed. */
  #endAbsence(sdk: Sdk): void {
    const absence = this.#absence;
    void untilAnswer(sdk).then(() => {
      if (absence === this.#absence) this.#absence = undefined;
    });
  }

  #setCoverage(coverage: Coverage | undefined): void {
    const before = this.state.peek();
    const isOther = before.isKnown && coverage?.version !== before.coverage?.version;
    const wasAway = this.#absence !== undefined;
    this.#absence = undefined;
    this.state.value = { ...before, isKnown: true, coverage };
    if (isOther && wasAway) this.#tell("folded", ALWAYS);
  }

  #setDue(due: Marks): void {
    const before = this.state.peek();
    this.state.value = { ...before, due };
    const isNew: IsCounted = (mark, value, others) => others?.get(mark) !== value;
    const isGone: IsCounted = (mark, _, others) => others?.has(mark) !== true;
    for (const hour of hoursWith(isNew, due, before.due)) this.#tell("late", hour);
    for (const hour of hoursWith(isGone, before.due, due)) this.#tell("folded", hour);
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

/** Returns the hours that have a mark for which `isCounted` returns true. */
function hoursWith(isCounted: IsCounted, marks: Marks, others: Marks): readonly Window[] {
  return [...marks]
    .filter(([start, ofHour]) =>
      [...ofHour].some(([mark, value]) => isCounted(mark, value, others.get(start))),
    )
    .map(([start]) => ({ from: start, to: start + HOUR_MS }));
}
