/**
 * What a message says: the alerts of one look, the worst first, and the links into the page. Pure, like all of this
 * folder: who gets the message, when and how is decided elsewhere.
 */

import { ALERT_STATES } from "../../../domain/src/alerts";
import type { NotifiedAlert, OutboxEntry } from "../../../domain/src/alerts";
import { rankAttention } from "../../../domain/src/attention";
import { QUANTITIES } from "../../../domain/src/measurements";
import type { Quantity } from "../../../domain/src/measurements";

export type Language = "en" | "de";

export interface Message extends Pick<OutboxEntry, "at" | "alerts"> {
  /** The outbox key. */
  readonly id: string;
  readonly farmId: string;
  readonly farmName: string;
  /** As in the IANA database; "UTC" where the farm has no place. */
  readonly timeZone: string;
  /** Without a slash at the end. */
  readonly pageUrl: string;
}

/** The most urgent first. */
const STATES = ["raised", "reminded", "cleared"] as const;
type State = (typeof STATES)[number];

/** One alert of a message. Its names are in one line and without control characters. */
export interface Alert extends NotifiedAlert {
  readonly id: string;
  readonly state: State;
}

/** The worst first: of the most urgent state, then kind, then farthest beyond the bound. */
export function alertsOf(message: Pick<Message, "alerts">): readonly Alert[] {
  return STATES.flatMap((state) => {
    const alerts = Object.entries(state === "raised" ? (message.alerts ?? {}) : {}).map(
      ([id, fact]): Alert => {
        const { sensorName, greenhouseName } = fact;
        return {
          ...fact,
          id,
          state,
          sensorName: clean(sensorName),
          greenhouseName: clean(greenhouseName),
        };
      },
    );
    const rank = (alert: Alert): number => QUANTITIES.indexOf(quantityOf(alert));
    const distance = ({ value = 0, bound = value }: Alert): number => Math.abs(value - bound);
    alerts.sort((a, b) => rank(a) - rank(b) || distance(b) - distance(a) || a.since - b.since);
    const ranked = rankAttention(alerts.map((alert) => ({ alert, attention: alert })));
    return ranked.map(({ alert }) => alert);
  });
}

/** Only batteries have no measurement and yet a value. */
export function quantityOf({ measurement }: Pick<NotifiedAlert, "measurement">): Quantity {
  return measurement ?? "battery";
}

/** Whether the whole sensor is silent. */
export function isSilent({ kind, measurement }: Alert): boolean {
  return kind === "silent" && measurement === undefined;
}

export function isOpen({ state }: Alert): boolean {
  return state !== "cleared";
}

type Farm = Pick<Message, "pageUrl" | "farmId">;

/** The greenhouse at the time of the alert. */
export function greenhouseUrl(farm: Farm, { greenhouse, since, id }: Alert): string {
  return `${farmUrl(farm)}/g/${encode(greenhouse)}?at=${since}&alert=${encode(id)}`;
}

/** Whoever opens this address, signed in, has acknowledged the alert. */
export function acknowledgeUrl(farm: Farm, alert: Alert): string {
  return `${greenhouseUrl(farm, alert)}&acknowledge`;
}

/** All alerts of the farm. */
export function alertsUrl(farm: Farm): string {
  return `${farmUrl(farm)}/alerts`;
}

/** Whoever opens this address, signed in, has acknowledged all alerts that were open then. */
export function acknowledgeAllUrl(farm: Farm, at: number): string {
  return `${alertsUrl(farm)}?acknowledge=${at}`;
}

function farmUrl({ pageUrl, farmId }: Farm): string {
  return `${pageUrl}/f/${encode(farmId)}`;
}

function encode(id: string): string {
  return encodeURIComponent(id.toWellFormed());
}

/** Characters that change the direction of the text after them, so a value could appear reversed. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;

/** A name in one line, without control characters. */
export function clean(name: string): string {
  return name.toWellFormed().replace(DIRECTIONS, "").replace(BREAKS, " ").trim() || "?";
}

/** @param most UTF-16 code units. What a reader sees as one character is kept whole or left out. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  let kept = "";
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (kept.length + segment.length >= most) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

export function rank<T extends NotifiedAlert & { readonly id: string }>(
  all: readonly T[],
): readonly T[] {
  return all.toSorted((a, b) => ALERT_STATES.indexOf(a.state) - ALERT_STATES.indexOf(b.state));
}
