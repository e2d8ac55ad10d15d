/** Remembers when each sensor was linked to which greenhouse, and when which keys were in force. */

import { listKeys } from "@greenhouse/domain/identity/farm-key";
import { parseRegistration, ownKeyIn } from "@greenhouse/domain/identity/sensor-records";
import { textOf } from "@greenhouse/domain/stored";
import type { DatabaseServer } from "./database-server";

export interface Registered {
  readonly fromMs: number;
  readonly farmId: string | undefined;
  readonly greenhouse: string | undefined;
  /** The keys that authorize its requests. */
  readonly keys: readonly string[];
  /** The keys that authorize a batch of its farm: none where the sensor has a key of its own. */
  readonly farmKeys: readonly string[];
}

const CONCERNED = /^(registeredSensors|sensorKeys|farms)\//;

export class Registry {
  readonly #timelines = new Map<string, Registered[]>();

  constructor(
    private readonly now: () => number,
    private readonly server: DatabaseServer,
    private readonly uids: readonly string[],
  ) {
    this.#look();
    server.onCommit(({ update, denial }) => {
      if (denial !== undefined) return;
      if (Object.keys(update).some((path) => CONCERNED.test(path))) this.#look();
    });
  }

  /** Returns the registrations that were in force at some moment of a time, the latest last. */
  during(uid: string, fromMs: number, untilMs = this.now()): readonly Registered[] {
    const timeline = this.#timelines.get(uid) ?? [];
    return timeline.filter(
      ({ fromMs: since }, index) =>
        since <= untilMs && (timeline[index + 1]?.fromMs ?? Infinity) >= fromMs,
    );
  }

  latest(uid: string): Registered | undefined {
    return this.#timelines.get(uid)?.at(-1);
  }

  #look(): void {
    for (const uid of this.uids) {
      const registered = this.#read(uid);
      const timeline = this.#timelines.get(uid) ?? [];
      const last = { ...timeline.at(-1), fromMs: 0 };
      if (JSON.stringify(last) === JSON.stringify({ fromMs: 0, ...registered })) continue;
      timeline.push({ fromMs: this.now(), ...registered });
      this.#timelines.set(uid, timeline);
    }
  }

  #read(uid: string): Omit<Registered, "fromMs"> {
    const { farmId, greenhouse } = parseRegistration(this.server.read(`registeredSensors/${uid}`));
    const ownKey = ownKeyIn(this.server.read(`sensorKeys/${uid}`), farmId);
    const farmKey = farmId && textOf(this.server.read(`farms/${farmId}`), "apiKey");
    const farmKeys = farmKey ? listKeys(farmKey) : [];
    return {
      farmId,
      greenhouse,
      keys: ownKey === undefined ? farmKeys : listKeys(ownKey),
      farmKeys: ownKey === undefined ? farmKeys : [],
    };
  }
}
