/** Describes the alerts of a notification in words: kind, value, time and development. */

import { alertPath, alertsPath } from "@greenhouse/domain/alerts/links";
import { createFormat, type Format } from "@greenhouse/domain/words/format";
import { quantityOf, sayExtreme, sayOpen, sayOver } from "@greenhouse/domain/words/sentence";
import { alertIdOf } from "@greenhouse/domain/alerts/ids";
import { isOfOutput } from "@greenhouse/domain/alerts/model";
import { MINUTES_BEFORE, type NotifiedTransition } from "@greenhouse/domain/alerts/outbox";
import { unansweredMs } from "@greenhouse/domain/alerts/escalation";
import { de } from "./de";
import { en, type Texts } from "./en";
import { alertGroupsOf, countOf, onlyOf, type AlertGroup } from "./alert-groups";
import { clean, isLate, isOpen, isSilent, isUnanswered } from "./notification";
import type { Language, Notification } from "./notification";

export const TEXTS: Readonly<Record<Language, Texts>> = { en, de };

/** Turns one notification into words. */
export class Describer {
  readonly texts: Texts;
  readonly format: Format;
  /** The farm's name in one line. */
  readonly farmName: string;
  readonly groups: readonly AlertGroup[];
  /** How many alerts wait for an answer and are not in the notification. */
  readonly stillOpen: number;
  /** Whether an alert waits for an answer, in the notification or not. */
  readonly isUnanswered: boolean;
  /** The target of links: the alert that waits for an answer if there is only one, or the only alert. */
  readonly linked: NotifiedTransition | undefined;

  constructor(
    readonly notification: Notification,
    readonly language: Language,
  ) {
    this.texts = TEXTS[language];
    this.format = createFormat(this.texts.locale, notification.timeZone, notification.at);
    this.farmName = clean(notification.farmName);
    this.groups = alertGroupsOf(notification);
    const unanswered = this.groups.filter(isUnanswered);
    this.stillOpen = Math.max(0, (notification.unanswered ?? 0) - countOf(unanswered));
    this.isUnanswered = unanswered.length > 0 || this.stillOpen > 0;
    this.linked = onlyOf(this.isUnanswered ? unanswered : this.groups);
  }

  /** Returns the URL of the greenhouse at the time of the alert, or of all alerts of the farm. */
  urlOf(alert: NotifiedTransition | undefined): string {
    const { pageUrl, farmId } = this.notification;
    if (alert === undefined) return pageUrl + alertsPath(farmId);
    return pageUrl + alertPath(farmId, alert.greenhouse, alertIdOf(alert), alert.since);
  }

  /** Returns for example "2.1 °C, below 5 °C". */
  describe(alert: NotifiedTransition): string {
    if (isLate(alert)) return `${sayOpen(alert, this.texts, this.format)}, ${this.#when(alert)}`;
    return isOpen(alert)
      ? sayOpen(alert, this.texts, this.format)
      : sayOver(alert, this.durationOf(alert), this.texts, this.format);
  }

  /** Returns for example "at 02:10" or "02:10 to 04:50". */
  #when({ since, clearedAt = since }: NotifiedTransition): string {
    const [from, to] = [since, clearedAt].map((at) => this.format.moment(at));
    return from === to ? this.texts.at(from ?? "") : this.texts.period(from ?? "", to ?? "");
  }

  /** Returns an item of a list, for example "Air, north bench: 2.1 °C, below 5 °C". */
  item(alert: NotifiedTransition): string {
    return `${alert.sensorName}: ${isSilent(alert) ? this.#span(alert) : this.describe(alert)}`;
  }

  /** Returns the duration in milliseconds. */
  durationOf({ since, clearedAt = this.notification.at }: NotifiedTransition): number {
    return clearedAt - since;
  }

  /** Returns a line each for time, extreme, answer and last hour. Leaves out what the headline says. */
  details(alert: NotifiedTransition): readonly string[] {
    const { texts, format } = this;
    const { state, silentSince, acknowledgedBy } = alert;
    if (isLate(alert)) return [texts.lateBecause];
    const unanswered = isUnanswered(alert) ? unansweredMs(alert) : 0;
    return [
      ...(unanswered > 0 ? [texts.unanswered(format.duration(unanswered))] : []),
      // The headline already has the time of silence, and the time of an order.
      ...(isOpen(alert) && saysSince(alert) ? [] : [this.#span(alert)]),
      ...(silentSince !== undefined && isOpen(alert)
        ? [texts.lastValue(format.moment(silentSince))]
        : []),
      ...this.#hour(alert),
      ...(state === "cleared" && acknowledgedBy !== undefined
        ? [texts.acknowledgedBy(acknowledgedBy)]
        : []),
    ];
  }

  #span(alert: NotifiedTransition): string {
    const { texts, format, notification } = this;
    const { since, clearedAt = notification.at } = alert;
    const extreme = sayExtreme(alert, texts, format);
    const end = extreme === undefined ? "" : `, ${extreme}`;
    if (isOpen(alert)) return texts.since(format.moment(since)) + end;
    const duration = format.duration(this.durationOf(alert));
    return texts.span(format.moment(since), format.moment(clearedAt), duration) + end;
  }

  #hour(alert: NotifiedTransition): readonly string[] {
    const { hour = {}, bound } = alert;
    const ages = MINUTES_BEFORE.filter((age) => hour[age] !== undefined);
    const parts = ages.map((age, index) => {
      const show = index === ages.length - 1 ? this.format.value : this.format.number;
      return `${this.texts.ago[age]}\u00a0${show(hour[age], quantityOf(alert), bound)}`;
    });
    return parts.length < 2 ? [] : [parts.join("\u00a0· ")];
  }
}

function saysSince({ kind }: NotifiedTransition): boolean {
  return kind === "silent" || isOfOutput(kind);
}
