/** Alerts in words: what one of them is, how it went, and many of them in one line. */

import type { Quantity } from "../../../domain/src/measurements";
import { de } from "./de";
import { en } from "./en";
import type { Texts } from "./en";
import { createFormat } from "./format";
import type { Format } from "./format";
import { alertsOf, clean, clip, isOpen, isSilent, quantityOf } from "./message";
import type { Alert, Language, Message } from "./message";

const TEXTS: Readonly<Record<Language, Texts>> = { en, de };

/** Written without a name: the unit identifies them. */
const UNNAMED: readonly Quantity[] = ["temperature", "light"];
const AGES = ["60", "40", "20", "0"] as const;

/** UTF-16 code units. */
const MAX_LINE = 150;
const MAX_NAME = 40;

/** What turns the alerts of one message into words. */
export interface Describer {
  readonly texts: Texts;
  readonly format: Format;
  /** In one line. */
  readonly farmName: string;
  /** One of many: "Air, north bench: 2.1 °C, below 5 °C" */
  readonly item: (alert: Alert) => string;
  /** Since when, how far, and the last hour: one line each, without what the headline has. */
  readonly details: (alert: Alert) => readonly string[];
  /** "Still: Tomatoes: 2.1 °C, below 5 °C, and 3 more", in at most 150 characters. */
  readonly headline: (alerts: readonly Alert[]) => string;
}

export function createDescriber(message: Message, language: Language): Describer {
  const { at } = message;
  const texts = TEXTS[language];
  const format = createFormat(language, message.timeZone, at);
  const farmName = clean(message.farmName);
  const durationOf = ({ since, clearedAt = at }: Alert): number => clearedAt - since;
  const withName = (value: string, quantity: Quantity): string =>
    UNNAMED.includes(quantity) ? value : `${texts.names[quantity]} ${value}`;

  const what = (alert: Alert): string => {
    const { kind, measurement } = alert;
    const quantity = quantityOf(alert);
    const name = kind === "silent" && measurement ? texts.names[measurement] : undefined;
    const bound = format.bound(alert.bound, quantity);
    if (isOpen(alert)) {
      const value =
        kind === "fault"
          ? format.bound(alert.value, quantity)
          : format.value(alert.value, quantity, alert.bound);
      const since = format.moment(alert.since);
      return texts.what({ kind, name, value: withName(value, quantity), bound, since });
    }
    const now = alert.hour?.["0"] ?? alert.value;
    const value = isBeyond(alert, now)
      ? undefined
      : withName(format.value(now, quantity, alert.bound), quantity);
    const duration = format.duration(durationOf(alert));
    return texts.whatIsOver({ kind, name, value, bound, duration });
  };

  const details = (alert: Alert): readonly string[] =>
    [alert.kind === "silent" && isOpen(alert) ? undefined : spanOf(alert), hourOf(alert)].filter(
      (line) => line !== undefined,
    );

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

  const hourOf = (alert: Alert): string | undefined => {
    const { hour = {}, bound } = alert;
    const quantity = quantityOf(alert);
    const known = AGES.filter((age) => hour[age] !== undefined);
    const parts = known.map((age, index) => {
      const show = index === known.length - 1 ? format.value : format.number;
      return `${texts.ago[age]}\u00a0${show(hour[age], quantity, bound)}`;
    });
    return parts.length < 2 ? undefined : parts.join("\u00a0· ");
  };

  const alike = (alerts: readonly Alert[], worst: Alert): string => {
    const greenhouses = new Set(alerts.map(({ greenhouse }) => greenhouse)).size;
    const where = clip(greenhouses === 1 ? worst.greenhouseName : farmName, MAX_NAME);
    // The newest of the times: since then all of them have been silent.
    const since = format.moment(Math.max(...alerts.map((alert) => alert.since)));
    const duration = format.duration(Math.max(...alerts.map(durationOf)));
    const text = isOpen(worst)
      ? texts.silent(alerts.length, greenhouses, since)
      : texts.sending(alerts.length, greenhouses, duration);
    return `${where}: ${text}`;
  };

  const plain = (alerts: readonly Alert[]): string => {
    const [worst] = alerts;
    if (worst === undefined) return farmName;
    const same = isSilent(worst) ? alerts.filter(isSilent) : [worst];
    const rest = alerts.length - same.length;
    if (same.length > 1)
      return rest > 0 ? texts.more(alike(same, worst), rest) : alike(same, worst);
    const one = `${clip(worst.greenhouseName, MAX_NAME)}: ${what(worst)}`;
    return rest > 0 ? texts.more(one, rest) : `${one} (${clip(worst.sensorName, MAX_NAME)})`;
  };

  const headline = (alerts: readonly Alert[]): string => {
    const open = alerts.filter(isOpen);
    const over = alerts.length - open.length;
    if (open.length === 0) return clip(texts.over(plain(alerts)), MAX_LINE);
    const text = over > 0 ? texts.alsoOver(plain(open), over) : plain(open);
    const isNew = open.some(({ state }) => state === "raised");
    return clip(isNew ? text : texts.still(text), MAX_LINE);
  };

  return { texts, format, farmName, item, details, headline };
}

/** True also where the value is not known: then the message must not say that it is back within the bound. */
function isBeyond({ kind, bound }: Alert, value: number | undefined): boolean {
  if (value === undefined) return true;
  if (bound === undefined) return false;
  switch (kind) {
    case "below":
      return value < bound;
    case "above":
      return value > bound;
    case "battery":
      return value <= bound;
    case "fault":
    case "silent":
      return false;
  }
}

/** The alerts of one greenhouse, kind and quantity together, the worst first. */
export function groupsOf(message: Message): readonly (readonly Alert[])[] {
  const groups = Map.groupBy(alertsOf(message), ({ state, greenhouse, kind, measurement }) =>
    JSON.stringify([state, greenhouse, kind, measurement]),
  );
  return [...groups.values()];
}
