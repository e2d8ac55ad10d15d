/** Remembers when each sensor was linked to which greenhouse, and when which keys were in force. */

import { listKeys } from "@greenhouse/domain/identity/farm-key";
import { parseRegistration, ownKeyIn } from "@greenhouse/domain/identity/sensor-records";
import { textOf } from "@greenhouse/domain/stored";
import type { DatabaseServer } from "./database-server";
import { Timeline } from "./timeline";

export interface Registered {
  readonly farmId: string | undefined;
  readonly greenhouse: string | undefined;
  /** The keys that authorize its requests. */
  readonly keys: readonly string[];
  /** The keys that authorize a batch of its farm: none where the sensor has a key of its own. */
  readonly farmKeys: readonly string[];
}

const CONCERNED = /^(registeredSensors|sensorKeys|farms)\//;

export class Registry {
  readonly #timelines: ReadonlyMap<string, Timeline<Registered>>;

  constructor(
    private readonly now: () => number,
    private readonly server: DatabaseServer,
    uids: readonly string[],
  ) {
    this.#timelines = new Map(uids.map((uid) => [uid, new Timeline()]));
    this.#look();
    server.onStored(({ update }) => {
      if (Object.keys(update).some((path) => CONCERNED.test(path))) this.#look();
    });
  }

  /** Returns the registrations that were in force at some moment of a time, the latest last. */
  during(uid: string, fromMs: number, untilMs = this.now()): readonly Registered[] {
    return this.#timelines.get(uid)?.during(fromMs, untilMs) ?? [];
  }

  latest(uid: string): Registered | undefined {
    return this.#timelines.get(uid)?.latest;
  }

  #look(): void {
    for (const [uid, timeline] of this.#timelines) timeline.add(this.now(), this.#read(uid));
  }

  #read(uid: string): Registered {
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
