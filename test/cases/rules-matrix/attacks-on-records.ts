/** Attacks by people on greenhouses, sensors and readings. Next to them are honest writes that the rules must allow. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { MAX_ON_CARD } from "@greenhouse/domain/identity/farm-records";
import { BOUNDS, QUANTITIES, QUANTITY, SHOWN } from "@greenhouse/domain/quantities/measurements";
import type { Shown } from "@greenhouse/domain/quantities/measurements";
import { allowed, denied, remove, set, update } from "./case";
import type { Case, Try } from "./case";
import {
  KEY_IN_BODY_ENTRY,
  KEY_IN_BODY_KEY,
  NEW_KEY,
  NOW_MS,
  OUTSIDER,
  OWNER,
  SIGNED_ENTRY,
  SIGNED_KEY,
} from "./farms";
import { changing, registering as registration } from "./sensor-changes";

const HUGE = "k".repeat(700);
const THRESHOLDS = "greenhouses/north/thresholds";
const CARD = "greenhouses/north/card";

/** A card with some quantities, at most one too many. */
function cardWith(first: Shown, count: number): Readonly<Record<string, true>> {
  const after = [...SHOWN, ...SHOWN].slice(SHOWN.indexOf(first));
  return Object.fromEntries(after.slice(0, count).map((name) => [name, true]));
}

function registering(uid: string) {
  return [OWNER, update(registration(uid))] as const;
}

const GREENHOUSE_CASES: readonly Case[] = [
  ...denied("A new greenhouse takes over readings without a greenhouse", [
    OWNER,
    set("greenhouses/ghost", { name: "Ghost", farmId: "oak" }),
  ]),
  ...denied(
    "A malformed greenhouse",
    [OWNER, remove("greenhouses/south/name")],
    [OWNER, set("greenhouses/west", { farmId: "oak" })],
    [OWNER, set("greenhouses/west", { name: "West", farmId: "oak/" })],
    [OWNER, set(`greenhouses/${HUGE}`, { name: "West", farmId: "oak" })],
    ...QUANTITIES.map((quantity): Try => [
      OWNER,
      set(`${THRESHOLDS}/${quantity}/mean`, QUANTITY[quantity].max),
    ]),
    [OWNER, set(`${THRESHOLDS}/temperature/nightMax`, 80.5)],
    [OWNER, set(`${THRESHOLDS}/co2/min`, 49)],
  ),
  ...denied(
    "An id with invisible characters",
    [OWNER, set("greenhouses/\u00a0\u2003", { name: "West", farmId: "oak" })],
    [OWNER, set("greenhouses/west\u202e", { name: "West", farmId: "oak" })],
    registering("\u00a0\u2003"),
    registering("dht\u2066"),
  ),
  ...allowed(
    "Thresholds up to the limits of the measurement",
    ...QUANTITIES.map((quantity): Try => {
      const { min, max } = QUANTITY[quantity];
      const bounds = Object.fromEntries(
        BOUNDS.map((bound) => [bound, bound === "min" ? min : max]),
      );
      return [OWNER, set(THRESHOLDS, { [quantity]: bounds })];
    }),
  ),
  ...allowed(
    "Any three quantities on a card",
    ...SHOWN.map((quantity): Try => [OWNER, set(CARD, cardWith(quantity, MAX_ON_CARD))]),
  ),
  ...denied(
    "A card with more or unknown quantities, or with other values",
    ...SHOWN.map((quantity): Try => [OWNER, set(CARD, cardWith(quantity, MAX_ON_CARD + 1))]),
  ),
  ...allowed("A change of an incomplete greenhouse", [
    OWNER,
    set("greenhouses/shed/thresholds/light/min", 100),
  ]),
];

const SENSOR_CASES: readonly Case[] = [
  ...denied(
    "A link to another farm's greenhouse",
    ...["east", "north/"].map((greenhouse): Try => [
      OWNER,
      update(changing("dht-2", "linked", { greenhouse })),
    ]),
  ),
  ...denied(
    "A uid that is a field of `current`, or a built-in name of JavaScript",
    ...["temperature", "humidity", "light", "updatedAt", "hasOwnProperty", "__proto__"].map(
      registering,
    ),
    [OWNER, set("greenhouses/hasOwnProperty", { name: "Mine", farmId: "oak" })],
  ),
  ...allowed(
    "A uid that resembles a reserved name",
    registering("temperature2"),
    // Each of these lacks a property of push keys.
    ...[NEW_KEY.slice(1), `${NEW_KEY}0`, NEW_KEY.slice(0, 19)].map(registering),
    registering(`x${NEW_KEY}`),
  ),
  ...denied(
    "A uid that could be the key of a history entry",
    ...[NEW_KEY, "-garden_gate-left-01"].map(registering),
  ),
  ...allowed("A change of an old sensor with such a uid", [
    OWNER,
    update(changing(SIGNED_KEY, "renamed", { sensorName: "Ridge" })),
  ]),
  ...denied(
    "A malformed sensor",
    [OWNER, update(changing("dht-1", "renamed", { sensorName: null }))],
    [OWNER, update(registration("new-1", { sensorType: null }))],
    // The farm had a sensor with this uid, so its log may get entries.
    [OWNER, update(registration("old-1", { farmId: "oak/" }))],
    registering(HUGE),
  ),
  ...allowed("A change of an incomplete sensor", [
    OWNER,
    update(changing("bare", "unlinked", { greenhouse: null })),
  ]),
];

const READING_CASES: readonly Case[] = [
  ...denied(
    "People write readings",
    [OWNER, set("sensors/north/current/temperature", 35)],
    [OWNER, set("sensors/north/current/humidity", 35)],
    [OWNER, set("sensors/north/current/light", 35)],
    [OWNER, set("sensors/north/bySensor/dht-1/temperature", 35)],
    [OWNER, set("sensors/north/current/dht-1/temperature", 35)],
    [OWNER, set(`sensors/north/history/${SIGNED_KEY}`, SIGNED_ENTRY)],
    [OWNER, set(`sensors/north/history/dht-1/${KEY_IN_BODY_KEY}`, KEY_IN_BODY_ENTRY)],
    [OUTSIDER, set("sensors/east/current/updatedAt", NOW_MS + MINUTE_MS)],
  ),
];

export const RECORD_ATTACK_CASES: readonly Case[] = [
  ...GREENHOUSE_CASES,
  ...SENSOR_CASES,
  ...READING_CASES,
];
