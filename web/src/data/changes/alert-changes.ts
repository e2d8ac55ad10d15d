/** Changes of alert settings. They behave like the changes in `changes.ts`. */

import { DEFAULT_SETTINGS, switchingOff } from "@greenhouse/domain/alerts/settings";
import type { Language } from "@greenhouse/domain/words/languages";
import { channelsTo } from "@greenhouse/domain/alerts/channels";
import type { AddressKind, Channel, ChannelOf } from "@greenhouse/domain/alerts/channels";
import { codeRequestOf, codeTryOf } from "@greenhouse/domain/alerts/codes";
import type { AddressCode, AskedCode } from "@greenhouse/domain/alerts/codes";
import type { AfterMinutes, Personal, PushSubscription } from "@greenhouse/domain/alerts/people";
import type { QuietHours } from "@greenhouse/domain/alerts/quiet";
import type { AlertSettings, Webhook } from "@greenhouse/domain/alerts/settings";
import { SERVER_TIME } from "@greenhouse/domain/stored";
import type { Values, Writes } from "./writes";

export type AlertBounds = Pick<AlertSettings, "silentAfterMinutes" | "lowBatteryPercent">;

/** When a farm notifies a person: after how many minutes, and the channels with minutes of their own. */
export interface When extends Pick<Personal, "steps"> {
  readonly afterMinutes: AfterMinutes;
}

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

  /** Switches a channel on or off that needs no more than an address. @param language undefined keeps the stored one */
  setChannel(
    authUid: string,
    channel: ChannelOf<"person">,
    isOn: boolean,
    language?: Language,
  ): Promise<void> {
    return this.#update({
      [`users/${authUid}/alerts/${channel}`]: isOn || null,
      ...(language && { [`users/${authUid}/alerts/language`]: language }),
    });
  }

  /**
   * Asks the jobs for a code.
   * @param before the stored record of this kind of address
   * @param language of the code, and of later messages
   */
  askForCode(
    authUid: string,
    kind: AddressKind,
    asked: AskedCode,
    before: AddressCode | undefined,
    language: Language,
  ): Promise<void> {
    return this.#update({
      [`addressCodes/${authUid}/${kind}`]: codeRequestOf(asked, before),
      [`users/${authUid}/alerts/language`]: language,
    });
  }

  /**
   * Confirms an address, and switches on the channel that brought the code. The database refuses a wrong or late code.
   * The typed code is stored first, because the rules compare the stored one and count it.
   */
  async confirmAddress(
    authUid: string,
    kind: AddressKind,
    code: AddressCode,
    typed: string,
  ): Promise<void> {
    const path = `addressCodes/${authUid}/${kind}`;
    const attempt = codeTryOf(code, typed);
    await this.#update({ [`${path}/typed`]: attempt.typed, [`${path}/tries`]: attempt.tries });
    await this.restoreAddress(authUid, kind, code.address, [code.via]);
  }

  /** Removes an address, and switches off the channels that need it. */
  removeAddress(authUid: string, kind: AddressKind): Promise<void> {
    const off = channelsTo(kind).map(
      (channel) => [`users/${authUid}/alerts/${channel}`, null] as const,
    );
    return this.#update({
      [`users/${authUid}/alerts/addresses/${kind}`]: null,
      ...Object.fromEntries(off),
    });
  }

  /** Stores an address. The database refuses it without the right code. @param channels are switched on */
  restoreAddress(
    authUid: string,
    kind: AddressKind,
    address: string,
    channels: readonly Channel[],
  ): Promise<void> {
    const on = channels.map((channel) => [`users/${authUid}/alerts/${channel}`, true] as const);
    return this.#update({
      [`users/${authUid}/alerts/addresses/${kind}`]: address,
      ...Object.fromEntries(on),
    });
  }

  /** @param quiet undefined switches quiet hours off */
  setQuiet(authUid: string, quiet: QuietHours | undefined): Promise<void> {
    return this.#update({ [`users/${authUid}/alerts/quiet`]: quiet ?? null });
  }

  /** @param when undefined: the farm sends the person no messages */
  setWhen(authUid: string, farmId: string, when: When | undefined): Promise<void> {
    const { afterMinutes, steps } = when ?? {};
    return this.#update({
      [`users/${authUid}/alerts/farms/${farmId}`]:
        when === undefined ? false : { afterMinutes, since: SERVER_TIME, channels: steps },
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
