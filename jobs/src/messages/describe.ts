/** One alert in words: what it is, since when, and how it went. */

import { createFormat } from "../../../domain/src/alert-words/format";
import type { Format } from "../../../domain/src/alert-words/format";
import { quantityOf, sayOpen, sayOver } from "../../../domain/src/alert-words/sentence";
import { MINUTES_BEFORE } from "../../../domain/src/alerts";
import { unansweredMs } from "../../../domain/src/escalation";
import { de } from "./de";
import { en } from "./en";
import type { Texts } from "./en";
import { clean, isOpen, isSilent } from "./message";
import type { Alert, Language, Message } from "./message";

export const TEXTS: Readonly<Record<Language, Texts>> = { en, de };

/** What turns the alerts of one message into words. */
export interface Describer {
  readonly texts: Texts;
  readonly format: Format;
  /** In one line. */
  readonly farmName: string;
  /** "2.1 °C, below 5 °C" */
  readonly what: (alert: Alert) => string;
  /** One of many: "Air, north bench: 2.1 °C, below 5 °C" */
  readonly item: (alert: Alert) => string;
  /** Since when, how far, who answered, and the last hour: one line each, without what the headline has. */
  readonly details: (alert: Alert) => readonly string[];
  /** In milliseconds. */
  readonly durationOf: (alert: Alert) => number;
}

export function createDescriber(message: Message, language: Language): Describer {
  const { at } = message;
  const texts = TEXTS[language];
  const format = createFormat(texts.locale, message.timeZone, at);
  const durationOf = ({ since, clearedAt = at }: Alert): number => clearedAt - since;
  const what = (alert: Alert): string =>
    isOpen(alert)
      ? sayOpen(alert, texts, format)
      : sayOver(alert, durationOf(alert), texts, format);

  const details = (alert: Alert): readonly string[] => {
    const { state, silentSince, acknowledgedBy } = alert;
    const unanswered = state === "reminded" ? unansweredMs(alert) : 0;
    // What a sensor is silent since is in the headline.
    const course = [
      ...(alert.kind === "silent" && isOpen(alert) ? [] : [spanOf(alert)]),
      ...(unanswered > 0 ? [texts.unanswered(format.duration(unanswered))] : []),
    ];
    return [
      ...(course.length > 0 ? [course.join("; ")] : []),
      ...(silentSince !== undefined && isOpen(alert)
        ? [texts.silentSince(format.moment(silentSince))]
        : []),
      ...hourOf(alert),
      ...(state === "cleared" && acknowledgedBy !== undefined
        ? [texts.acknowledgedBy(acknowledgedBy)]
        : []),
    ];
  };

  const item = (alert: Alert): string =>
    `${alert.sensorName}: ${isSilent(alert) ? spanOf(alert) : what(alert)}`;

  const spanOf = (alert: Alert): string => {
    const { since, clearedAt = at } = alert;
    const extreme = extremeOf(alert);
    const end = extreme === undefined ? "" : `, ${extreme}`;
    if (isOpen(alert)) return texts.since(format.moment(since)) + end;
    const duration = format.duration(durationOf(alert));
    return texts.span(format.moment(since), format.moment(clearedAt), duration) + end;
  };

  const extremeOf = (alert: Alert): string | undefined => {
    const { kind, extreme, value, bound } = alert;
    if (extreme === undefined || (isOpen(alert) && extreme === value)) return undefined;
    const text = format.value(extreme, quantityOf(alert), bound);
    if (kind === "below" || kind === "battery") return texts.lowest(text);
    return kind === "above" ? texts.highest(text) : undefined;
  };

  const hourOf = (alert: Alert): readonly string[] => {
    const { hour = {}, bound } = alert;
    const quantity = quantityOf(alert);
    const known = MINUTES_BEFORE.filter((age) => hour[age] !== undefined);
    const parts = known.map((age, index) => {
      const show = index === known.length - 1 ? format.value : format.number;
      return `${texts.ago[age]}\u00a0${show(hour[age], quantity, bound)}`;
    });
    return parts.length < 2 ? [] : [parts.join("\u00a0· ")];
  };

  return { texts, format, farmName: clean(message.farmName), what, item, details, durationOf };
}
