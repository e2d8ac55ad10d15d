/** Limits of deliveries that cost money: for a person, an address, a farm and the whole deployment in a UTC day. */

import { hash } from "node:crypto";

import {
  channelLabel,
  channelRow,
  countedAs,
  type AddressKind,
  type Channel,
} from "@greenhouse/domain/alerts/channels";
import {
  countDelivery,
  countsPath,
  type CountedDelivery,
} from "@greenhouse/domain/alerts/deliveries";
import { canWait } from "@greenhouse/domain/alerts/quiet";
import { asNumber } from "@greenhouse/domain/stored";
import type { Database } from "../database";
import type { Outcome, Problem } from "../delivery/outcome";
import { isUnanswered, type Notification } from "../messages/notification";

export interface LimitedDelivery extends CountedDelivery {
  /** Whether the delivery may use the part of each limit that is kept for values beyond a threshold. */
  readonly isUrgent: boolean;
}

interface Limit {
  readonly path: string;
  /** Deliveries a day. */
  readonly max: number;
  readonly of: { readonly en: string; readonly de: string };
}

/** The part of a limit that tests, codes and notifications that can wait use. So they never keep a frost from waking people. */
const ORDINARY_PART = 0.6;

/**
 * Returns the key under which deliveries to an address are counted.
 * @param kind undefined for a channel that needs no address
 * @param salt differs between deployments, so that equal addresses have different hashes
 */
export function hashAddress(kind: AddressKind | undefined, address: string, salt: string): string {
  const counted = kind === undefined ? address : countedAs(kind, address);
  return hash("sha256", JSON.stringify([salt, kind, counted]));
}

/** Returns the limit that the delivery would exceed, as a problem; undefined if the delivery is within all limits. */
export async function findLimit(
  database: Database,
  delivery: LimitedDelivery,
): Promise<Problem | undefined> {
  const reached = await Promise.all(
    limitsOf(delivery).map(async (limit) => {
      const { path, max } = limit;
      const count = asNumber(await database.get(path)) ?? 0;
      if (count >= max) return [reachedOf(delivery.channel, limit)];
      const isOver = !delivery.isUrgent && count >= Math.ceil(max * ORDINARY_PART);
      return isOver ? [keptOf(delivery.channel, limit)] : [];
    }),
  );
  return reached.flat()[0];
}

/** Whether a value is beyond a threshold, and waits for an answer. */
export function isUrgent({
  alerts = {},
  others = {},
}: Pick<Notification, "alerts" | "others">): boolean {
  const all = [...Object.values(alerts), ...Object.values(others)];
  return all.some((alert) => isUnanswered(alert) && !canWait(alert));
}

/** Sends a delivery that is counted, and gives its count back if nothing was sent. */
export async function sendCounted(
  database: Database,
  delivery: CountedDelivery,
  send: () => Promise<Outcome>,
): Promise<Outcome> {
  const outcome = await send();
  const givenBack = "isUnsent" in outcome ? countDelivery(delivery, -1) : {};
  if (Object.keys(givenBack).length > 0) await database.update(givenBack);
  return outcome;
}

function limitsOf({
  channel,
  person,
  address,
  farmId,
  budget,
  at,
}: LimitedDelivery): readonly Limit[] {
  const { maxPerDay } = channelRow(channel);
  const path = `${countsPath(at)}/${channel}`;
  if (maxPerDay === undefined) return [];
  return [
    {
      path: `${path}/persons/${person}`,
      max: maxPerDay.person,
      of: { en: "a person", de: "eine Person" },
    },
    {
      path: `${path}/addresses/${address}`,
      max: maxPerDay.person,
      of: { en: "an address", de: "eine Adresse" },
    },
    {
      path: `${path}/farms/${farmId}`,
      max: maxPerDay.farm,
      of: { en: "a farm", de: "einen Betrieb" },
    },
    ...(budget === undefined
      ? []
      : [{ path: `${path}/total`, max: budget, of: { en: "all farms", de: "alle Betriebe" } }]),
  ];
}

function reachedOf(channel: Channel, { max, of: { en, de } }: Limit): Problem {
  return {
    en: `${channelLabel(channel, "en")}: the limit of ${max} a day for ${en} is reached. It works again tomorrow (UTC). Other channels still work.`,
    de: `${channelLabel(channel, "de")}: Die Grenze von ${max} am Tag für ${de} ist erreicht. Morgen (UTC) geht es weiter. Andere Wege funktionieren weiter.`,
  };
}

function keptOf(channel: Channel, { max, of: { en, de } }: Limit): Problem {
  const used = Math.ceil(max * ORDINARY_PART);
  return {
    en: `${channelLabel(channel, "en")}: ${used} of ${max} a day for ${en} are used. The rest is kept for values beyond their limits, such as frost. It works again tomorrow (UTC). Other channels still work.`,
    de: `${channelLabel(channel, "de")}: ${used} von ${max} am Tag für ${de} sind verbraucht. Der Rest bleibt für Werte außerhalb der Grenzwerte, etwa Frost. Morgen (UTC) geht es weiter. Andere Wege funktionieren weiter.`,
  };
}
