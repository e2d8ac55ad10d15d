/** The changes that people make to alerts. They behave as those in `changes.ts`. */

import { DEFAULT_SETTINGS, switchingOff } from "../../../domain/src/alerts";
import type {
  AfterMinutes,
  AlertSettings,
  Channel,
  Language,
  PushSubscription,
  Webhook,
} from "../../../domain/src/alerts";
import type { Values, Writes } from "./writes";

/** An update for each alert of a storm takes minutes; one for all may be more than the database accepts. */
const MARKED_AT_ONCE = 5000;

export type AlertBounds = Pick<AlertSettings, "silentAfterMinutes" | "lowBatteryPercent">;

/** The server replaces this by its time. */
const SERVER_TIME = { ".sv": "timestamp" };

export class AlertChanges {
  readonly #writes: Writes;

  constructor(writes: Writes) {
    this.#writes = writes;
  }

  /** @param by a person's uid; undefined takes the acknowledgement back */
  acknowledge(farmId: string, alertIds: readonly string[], by: string | undefined): Promise<void> {
    return this.#mark(farmId, alertIds, "acknowledgedBy", by ?? null);
  }

  /** @param until undefined ends the snooze */
  snooze(farmId: string, alertIds: readonly string[], until: number | undefined): Promise<void> {
    return this.#mark(farmId, alertIds, "snoozedUntil", until ?? null);
  }

  /** @param language of messages for the whole farm */
  switchOn(farmId: string, language: Language): Promise<void> {
    return this.#update({ [`alertSettings/${farmId}`]: { ...DEFAULT_SETTINGS, language } });
  }

  switchOff(farmId: string): Promise<void> {
    return this.#update(switchingOff(farmId));
  }

  /** Writes only the given bounds: another owner may change the other one at the same time. */
  saveBounds(farmId: string, bounds: Partial<AlertBounds>): Promise<void> {
    const paths = Object.entries(bounds).map(
      ([field, value]) => [`alertSettings/${farmId}/${field}`, value] as const,
    );
    return this.#update(Object.fromEntries(paths));
  }

  /** @param language undefined: none is stored, as before farms had one */
  setFarmLanguage(farmId: string, language: Language | undefined): Promise<void> {
    return this.#update({ [`alertSettings/${farmId}/language`]: language ?? null });
  }

  setWebhook(farmId: string, webhook: Webhook | undefined): Promise<void> {
    return this.#update({ [`alertSettings/${farmId}/webhook`]: webhook ?? null });
  }

  /** @param token of the link that switches e-mail off */
  switchEmailOn(authUid: string, token: string, language: Language): Promise<void> {
    return this.#update({
      [`users/${authUid}/alerts/email`]: true,
      [`users/${authUid}/alerts/token`]: token,
      [`users/${authUid}/alerts/language`]: language,
    });
  }

  switchEmailOff(authUid: string): Promise<void> {
    return this.#update({ [`users/${authUid}/alerts/email`]: null });
  }

  setLanguage(authUid: string, language: Language): Promise<void> {
    return this.#update({ [`users/${authUid}/alerts/language`]: language });
  }

  /** @param subscription undefined removes the device */
  setDevice(
    authUid: string,
    device: string,
    subscription: PushSubscription | undefined,
    language?: Language,
  ): Promise<void> {
    return this.#update({
      [`users/${authUid}/alerts/push/${device}`]: subscription ?? null,
      ...(language && { [`users/${authUid}/alerts/language`]: language }),
    });
  }

  /** @param afterMinutes of which the person hears of an unacknowledged alert; undefined: never */
  setWhen(authUid: string, farmId: string, afterMinutes: AfterMinutes | undefined): Promise<void> {
    return this.#update({
      [`users/${authUid}/alerts/farms/${farmId}`]:
        afterMinutes === undefined ? false : { afterMinutes, since: SERVER_TIME },
    });
  }

  askForTest(farmId: string, authUid: string, channel: Channel): Promise<void> {
    return this.#update({
      [`alertTests/${authUid}/${channel}`]: { farmId, askedAt: SERVER_TIME },
    });
  }

  async #mark(
    farmId: string,
    alertIds: readonly string[],
    field: "acknowledgedBy" | "snoozedUntil",
    value: string | number | null,
  ): Promise<void> {
    const valuesOf = (alerts: readonly string[]): Values =>
      Object.fromEntries(alerts.map((alert) => [`${alert}/${field}`, value]));
    const all = alertIds.map((alertId) => `alerts/${farmId}/open/${alertId}`);
    const parts = Array.from({ length: Math.ceil(all.length / MARKED_AT_ONCE) }, (_, index) =>
      all.slice(index * MARKED_AT_ONCE, (index + 1) * MARKED_AT_ONCE),
    );
    await Promise.all(
      parts.map((alerts) =>
        this.#writes.run(valuesOf(alerts), (update) =>
          this.#markEach(alerts, (some) => update(valuesOf(some))),
        ),
      ),
    );
  }

  /** If an alert has ended meanwhile, its update is refused. The others are marked by halves that do not contain it. */
  async #markEach(
    alerts: readonly string[],
    mark: (alerts: readonly string[]) => Promise<void>,
  ): Promise<void> {
    try {
      await mark(alerts);
    } catch (error) {
      const half = Math.ceil(alerts.length / 2);
      const [first] = alerts;
      if (first !== undefined && alerts.length > 1) {
        const halves = [alerts.slice(0, half), alerts.slice(half)];
        await Promise.all(halves.map((some) => this.#markEach(some, mark)));
      } else if (first !== undefined && (await this.#writes.read(first)) !== null) {
        throw error;
      }
    }
  }

  #update(values: Values): Promise<void> {
    return this.#writes.store(values);
  }
}
