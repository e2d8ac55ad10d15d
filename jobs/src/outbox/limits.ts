/** Limits of deliveries that cost money: for a person, an address, a farm and the whole deployment in a UTC day. */

import { hash } from "node:crypto";

import {
  channelLabel,
  channelRow,
  type AddressKind,
  type Channel,
} from "@greenhouse/domain/alerts/channels";
import {
  countDelivery,
  countsPath,
  type CountedDelivery,
} from "@greenhouse/domain/alerts/deliveries";
import { asNumber } from "@greenhouse/domain/stored";
import type { Database } from "../database";
import type { Outcome, Problem } from "../delivery/outcome";

export interface LimitedDelivery extends CountedDelivery {
  /** Deliveries of the whole deployment in a day; absent: no limit. */
  readonly budget?: number | undefined;
}

interface Limit {
  readonly path: string;
  readonly max: number;
  readonly of: { readonly en: string; readonly de: string };
}

/**
 * Returns the key under which deliveries to an address are counted.
 * @param salt differs between deployments, so that equal addresses have different hashes
 */
export function hashAddress(kind: AddressKind | undefined, address: string, salt: string): string {
  return hash("sha256", JSON.stringify([salt, kind, address]));
}

/** Returns the limit that the delivery would exceed, as a problem; undefined if the delivery is within all limits. */
export async function findLimit(
  database: Database,
  delivery: LimitedDelivery,
): Promise<Problem | undefined> {
  const reached = await Promise.all(
    limitsOf(delivery).map(async ({ path, max, of }) => {
      const count = asNumber(await database.get(path)) ?? 0;
      return count >= max ? [problemOf(delivery.channel, max, of)] : [];
    }),
  );
  return reached.flat()[0];
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

function problemOf(channel: Channel, max: number, { en, de }: Limit["of"]): Problem {
  return {
    en: `${channelLabel(channel, "en")}: the limit of ${max} a day for ${en} is reached. It works again tomorrow (UTC). Other channels still work.`,
    de: `${channelLabel(channel, "de")}: Die Grenze von ${max} am Tag für ${de} ist erreicht. Morgen (UTC) geht es weiter. Andere Wege funktionieren weiter.`,
  };
}
