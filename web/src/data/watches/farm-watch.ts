/**
 * One farm. Listens to the last-seen times of its sensors, to its amendments and to its outputs, and has the watches of
 * its greenhouses.
 */

import { computed, signal } from "@preact/signals-core";
import type { ReadonlySignal, Signal } from "@preact/signals-core";
import type { ConnectionWatch } from "../connection/connection";
import { GreenhouseWatch } from "./greenhouse-watch";
import type { FarmSignals, StartInTurn } from "./greenhouse-watch";
import { createCorrections } from "@greenhouse/domain/quantities/corrections";
import { continuationsIn, createSuccession } from "@greenhouse/domain/identity/succession";
import type { StoredOutputs } from "../../model/findings/output-findings";
import { asStored, knownAt, valueOf, watchInto } from "./watch";
import type { Part, Watched } from "./watch";

/** The other greenhouses wait at most this long for the greenhouse of the view, in milliseconds. It may not exist. */
const MAX_WAIT_MS = 10_000;

export class FarmWatch {
  /** The last-seen times of its sensors. All greenhouses share one listener. */
  readonly lastSeen: ReadonlySignal<Watched<unknown>>;
  /** Its outputs with orders and reports; undefined until they are known. */
  readonly outputs: ReadonlySignal<StoredOutputs | undefined>;
  /** Undefined until its calibrations and exclusions are known. */
  readonly amendments: FarmSignals["amendments"];
  readonly #listened: readonly Listened[];
  readonly #connection: ConnectionWatch;
  readonly #greenhouses = new Map<string, GreenhouseWatch>();
  /** The id of the greenhouse that is read before the others; undefined if none is. */
  readonly #first = signal<string | undefined>(undefined);

  /** @param first the id of the greenhouse that the page shows, if it shows only one */
  constructor(connection: ConnectionWatch, farmId: string, first: string | undefined) {
    this.#connection = connection;
    const listened: Listened[] = [];
    const listen = (path: string, part?: Part): Stored => {
      const watched = signal(knownAt(path, part, asStored));
      listened.push({ path, part, watched });
      return watched;
    };
    const listenTo = (root: string): Stored => listen(`${root}/${farmId}`);
    this.#listened = listened;
    this.amendments = amendmentsOf(
      listenTo("calibrations"),
      listenTo("exclusions"),
      listen("registeredSensors", { farmId }),
    );
    this.lastSeen = listenTo("lastSeen");
    this.outputs = joined(listenTo("outputs"), listenTo("outputOrders"), listenTo("outputStates"));
    this.#first.value = first;
    if (first !== undefined) setTimeout(this.startOthers, MAX_WAIT_MS);
  }

  /** Called when the greenhouse that the page shows was read. The other greenhouses are read from now on. */
  readonly startOthers = (): void => {
    this.#first.value = undefined;
  };

  /** Returns the same object for the same greenhouse. */
  readonly greenhouse = (id: string): GreenhouseWatch => {
    const watch =
      this.#greenhouses.get(id) ??
      new GreenhouseWatch(
        { connection: this.#connection, lastSeen: this.lastSeen, amendments: this.amendments },
        id,
        this.#inTurn(id),
      );
    this.#greenhouses.set(id, watch);
    return watch;
  };

  #inTurn(id: string): StartInTurn {
    return (start) => {
      let stop: (() => void) | undefined;
      const stopWaiting = this.#first.subscribe((first) => {
        if (first === undefined || first === id) stop ??= start();
      });
      return () => {
        stopWaiting();
        stop?.();
      };
    };
  }

  /** @returns stops all listeners permanently */
  listen(): () => void {
    const stops = this.#listened.map(({ path, part, watched }) => watchInto(path, watched, part));
    return () => {
      for (const stop of stops) stop();
      for (const { feed } of this.#greenhouses.values()) feed.close();
    };
  }
}

type Stored = ReadonlySignal<Watched<unknown>>;

interface Listened {
  readonly path: string;
  readonly part: Part | undefined;
  readonly watched: Signal<Watched<unknown>>;
}

/**
 * Databases of earlier versions refuse calibrations and exclusions: then there are none. Views wait for registrations
 * anyway.
 */
function amendmentsOf(
  calibrations: Stored,
  exclusions: Stored,
  registrations: Stored,
): FarmWatch["amendments"] {
  // Most changes of registrations are no replacement. Then the succession stays the same object.
  const continuations = computed(() =>
    JSON.stringify(continuationsIn(valueOf(registrations.value))),
  );
  const succession = computed(() =>
    createSuccession(JSON.parse(continuations.value) as ReturnType<typeof continuationsIn>),
  );
  const corrections = computed(() => {
    const all = [calibrations.value, exclusions.value] as const;
    if (all.some(({ status }) => status === "loading")) return undefined;
    return createCorrections(valueOf(all[0]), valueOf(all[1]));
  });
  return computed(
    () => corrections.value && { corrections: corrections.value, succession: succession.value },
  );
}

/** A root that cannot be read counts as empty. */
function joined(outputs: Stored, orders: Stored, states: Stored): FarmWatch["outputs"] {
  return computed(() => {
    const all = [outputs.value, orders.value, states.value] as const;
    if (all.some(({ status }) => status === "loading")) return undefined;
    return { outputs: valueOf(all[0]), orders: valueOf(all[1]), states: valueOf(all[2]) };
  });
}
