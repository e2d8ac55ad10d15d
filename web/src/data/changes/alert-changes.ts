/** Changes of alert settings. They behave like the changes in `changes.ts`. */

import { DEFAULT_SETTINGS, switchingOff } from "@greenhouse/domain/alerts/settings";
import type { Language } from "@greenhouse/domain/words/languages";
import type { Channel } from "@greenhouse/domain/alerts/channels";
import type { AfterMinutes, PushSubscription } from "@greenhouse/domain/alerts/people";
import type { AlertSettings, Webhook } from "@greenhouse/domain/alerts/settings";
import { SERVER_TIME } from "@greenhouse/domain/stored";
import type { Values, Writes } from "./writes";

export type AlertBounds = Pick<AlertSettings, "silentAfterMinutes" | "lowBatteryPercent">;

export class AlertChanges {
  readonly #writes: Writes;

  constructor(writes: Writes) {
    this.#writes = writes;
  }

  /** @param language of the whole farm's messages */
  switchOn(farmId: string, language: Language): Promise<void> {
    return this.#update({ [`alertSettings/${farmId}`]: { ...DEFAULT_SETTINGS, language } });
  }

  switchOff(farmId: string): Promise<void> {
    return this.#update(switchingOff(farmId));
  }

  /** Writes only the given bounds, because another owner may change the other bound at the same time. */
  saveBounds(farmId: string, bounds: Partial<AlertBounds>): Promise<void> {
    const paths = Object.entries(bounds).map(
      ([field, value]) => [`alertSettings/${farmId}/${field}`, value] as const,
    );
    return this.#update(Object.fromEntries(paths));
  }

  /** @param language undefined removes the setting, as in farms from before the setting existed */
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

  /**
   * @param afterMinutes the person is notified after an alert was unacknowledged for this time; undefined means never
   */
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

  #update(values: Values): Promise<void> {
    return this.#writes.store(values);
  }
}
