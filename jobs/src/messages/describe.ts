/** A message's alerts in words: what each is, since when, and how it went. */

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

/** Turns one message into words. */
export class Describer {
  readonly texts: Texts;
  readonly format: Format;
  /** In one line. */
  readonly farmName: string;
  readonly groups: readonly AlertGroup[];
  /** Alerts that wait for an answer and are not in the message. */
  readonly stillOpen: number;
  /** Whether anything waits for an answer, in the message or beside it. */
  readonly isUnanswered: boolean;
  /** The one alert that waits for an answer, or the only one: links lead to it. */
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

  /** What a link opens: the greenhouse at the time of the alert, or all alerts of the farm. */
  urlOf(alert: NotifiedTransition | undefined): string {
    const { pageUrl, farmId } = this.notification;
    if (alert === undefined) return pageUrl + alertsPath(farmId);
    return pageUrl + alertPath(farmId, alert.greenhouse, alertIdOf(alert), alert.since);
  }

  /** "2.1 °C, below 5 °C" */
  what(alert: NotifiedTransition): string {
    if (isLate(alert)) return `${sayOpen(alert, this.texts, this.format)}, ${this.#when(alert)}`;
    return isOpen(alert)
      ? sayOpen(alert, this.texts, this.format)
      : sayOver(alert, this.durationOf(alert), this.texts, this.format);
  }

  /** "at 02:10", or "02:10 to 04:50" */
  #when({ since, clearedAt = since }: NotifiedTransition): string {
    const [from, to] = [since, clearedAt].map((at) => this.format.moment(at));
    return from === to ? this.texts.at(from ?? "") : this.texts.period(from ?? "", to ?? "");
  }

  /** One of many: "Air, north bench: 2.1 °C, below 5 °C" */
  item(alert: NotifiedTransition): string {
    return `${alert.sensorName}: ${isSilent(alert) ? this.#span(alert) : this.what(alert)}`;
  }

  /** In milliseconds. */
  durationOf({ since, clearedAt = this.notification.at }: NotifiedTransition): number {
    return clearedAt - since;
  }

  /** Since when, how far, who answered, and the last hour: one line each, without what the headline has. */
  details(alert: NotifiedTransition): readonly string[] {
    const { texts, format } = this;
    const { state, silentSince, acknowledgedBy } = alert;
    if (isLate(alert)) return [texts.lateBecause];
    const unanswered = isUnanswered(alert) ? unansweredMs(alert) : 0;
    return [
      ...(unanswered > 0 ? [texts.unanswered(format.duration(unanswered))] : []),
      // What a sensor is silent since is in the headline, and when something was ordered.
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
