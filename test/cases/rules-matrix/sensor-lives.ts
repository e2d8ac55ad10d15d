/** The life of a sensor: each change of a registration is in the sensor's log, and a sensor can replace another. */

import { DAY_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { allowed, denied, set, update } from "./case.ts";
import type { Case, Try } from "./case.ts";
import {
  EARLIER_MS,
  FUNCTIONS,
  JOBS,
  NOW_MS,
  OUTSIDER,
  OWNER,
  SECOND_OWNER,
  SENSOR_LOG_KEY,
  VIEWER,
} from "./farms.ts";
import {
  changing,
  continuing,
  logging,
  marking,
  NEW_LOG_KEY,
  NOW,
  registering,
  replacing,
} from "./sensor-changes.ts";
import type { Fields } from "./sensor-changes.ts";

const EVERYBODY_ELSE = [VIEWER, OUTSIDER, FUNCTIONS, JOBS, null];
const PATH = `sensorLog/oak/dht-1/${NEW_LOG_KEY}`;
const ENTRY = { at: NOW, by: OWNER, what: "renamed" };

const by =
  (actor: string | null) =>
  (fields: Fields): Try => [actor, update(fields)];
const owner = by(OWNER);
const logs = (fields: Fields): Try => [OWNER, set(PATH, { ...ENTRY, ...fields })];

const LOG_CASES: readonly Case[] = [
  ...allowed(
    "An owner adds an entry with all details",
    logs({
      name: "x".repeat(100),
      greenhouse: "south",
      role: "soil",
      quantity: "soilMoisture",
      other: "dht-2",
      from: NOW_MS - DAY_MS,
      until: NOW_MS + 29 * DAY_MS,
      previous: "none",
    }),
    // The removed sensor, and a greenhouse that no longer exists.
    [OWNER, set(`sensorLog/oak/old-1/${NEW_LOG_KEY}`, ENTRY)],
    owner(logging("orphan", "unlinked", { log: { greenhouse: "gone" } })),
  ),
  ...denied(
    "A malformed entry",
    ...["at", "by", "what"].map((field) => logs({ [field]: null })),
    logs({ at: NOW_MS - 1 }),
    logs({ by: SECOND_OWNER }),
    logs({ what: "watered" }),
    logs({ greenhouse: "east" }),
    logs({ greenhouse: "gone" }),
    logs({ greenhouse: "south/" }),
    logs({ other: "dht-2/" }),
    logs({ other: "bme-1" }),
    logs({ other: "none" }),
    logs({ quantity: "vpd" }),
    logs({ role: "roof" }),
    [OWNER, set("sensorLog/oak/dht-1/renamed", ENTRY)],
  ),
  ...denied(
    "An entry of a sensor that the farm never had, or by somebody who is not an owner",
    [OWNER, set(`sensorLog/oak/bme-1/${NEW_LOG_KEY}`, ENTRY)],
    ...[...EVERYBODY_ELSE, `${OWNER}/`].map((actor): Try => [
      actor,
      set(PATH, { ...ENTRY, by: actor }),
    ]),
  ),
  ...allowed(
    "A change after the last entry that its person has seen",
    owner(changing("dht-2", "role", { role: "soil" }, { log: { previous: SENSOR_LOG_KEY } })),
  ),
  ...denied(
    "A change after an entry that its person has not seen",
    owner(changing("dht-2", "role", { role: "soil" }, { log: { previous: "none" } })),
    owner(changing("dht-1", "role", { role: "soil" }, { log: { previous: SENSOR_LOG_KEY } })),
  ),
];

/** How the log must name each change. */
const WORDS: readonly (readonly [uid: string, what: string, fields: Fields])[] = [
  ["dht-1", "renamed", { sensorName: "Table" }],
  ["dht-1", "renamed", { sensorType: "SHT31" }],
  ["dht-1", "role", { sensorName: "Table", role: "soil" }],
  ["dht-1", "unlinked", { greenhouse: null, role: "soil" }],
  ["dht-1", "moved", { greenhouse: "south", role: "soil" }],
  // Somebody else linked or unlinked it in the meantime.
  ["dht-1", "linked", { greenhouse: "south" }],
  ["dht-2", "moved", { greenhouse: "south" }],
  ["dht-2", "continued", { continuesFrom: NOW_MS - 2 * DAY_MS, greenhouse: "south" }],
  ["dht-2", "undone", { continues: null, continuesFrom: null }],
];

/** Registrations that name each other. */
const DHT_0 = ["dht-0", { replacedBy: "dht-2" }] as const;
const DHT_2 = ["dht-2", { continues: "dht-0", continuesFrom: EARLIER_MS - DAY_MS }] as const;

const REGISTRATION_CASES: readonly Case[] = [
  ...allowed(
    "A change of a registration, by the name of its most important field",
    ...WORDS.map(([uid, what, fields]) => owner(changing(uid, what, fields))),
    // The whole registration.
    ...[DHT_0, DHT_2].map(([uid, record]) =>
      owner({
        ...registering(uid, { ...record, sensorName: "New name" }),
        ...logging(uid, "renamed"),
      }),
    ),
    [
      OWNER,
      update({
        ...registering(DHT_2[0], { ...DHT_2[1], sensorName: "New name" }),
        ...logging(DHT_2[0], "renamed"),
      }),
      { "registeredSensors/dht-0": null },
    ],
    // The same again.
    owner(changing("dht-1", "moved", { greenhouse: "north" })),
  ),
  ...denied(
    "A change of a registration by another name",
    ...WORDS.flatMap(([uid, what, fields]) =>
      ["registered", "renamed", "undone"]
        .filter((other) => other !== what)
        .map((other) => owner(changing(uid, other, fields))),
    ),
    owner({ ...registering("new-1"), ...logging("new-1", "renamed") }),
    owner(registering("dht-1", { greenhouse: "north" })),
    owner(registering("dht-2", { ...DHT_2[1], sensorName: "Spare", sensorType: "DHT22" })),
    // It replaces another sensor instead.
    owner({ ...marking("dht-2"), ...changing("dht-2", "renamed", { continues: "twin" }) }),
  ),
  ...denied("A person who owns both farms gives a sensor to the other", [
    OWNER,
    update(changing("dht-2", "renamed", { farmId: "elm" }, { farm: "elm" })),
    {
      "farms/elm/members/olga": "owner",
      [`sensorLog/elm/dht-2/${SENSOR_LOG_KEY}`]: { at: EARLIER_MS, by: "elmo", what: "removed" },
    },
  ]),
  ...denied(
    "A change of a registration without a new entry in its log",
    [OWNER, set("registeredSensors/dht-1/sensorName", "Table")],
    // An earlier entry, about a change of the same kind.
    [
      OWNER,
      update({
        "registeredSensors/dht-1/role": "soil",
        "registeredSensors/dht-1/entry": SENSOR_LOG_KEY,
      }),
      {
        [`sensorLog/oak/dht-1/${SENSOR_LOG_KEY}`]: { at: EARLIER_MS, by: OWNER, what: "role" },
      },
    ],
    [OWNER, set("registeredSensors/dht-1/entry", NEW_LOG_KEY)],
    owner({
      ...changing("dht-1", "renamed", { sensorName: "Table" }),
      "registeredSensors/dht-1/entry": `/${NEW_LOG_KEY}`,
    }),
  ),
];

const successor = (fields: Fields): Fields =>
  registering("new-1", { continues: "twin", continuesFrom: NOW_MS, ...fields });
const logsContinued = logging("new-1", "continued");
/** The replaced sensor of an earlier replacement, whose successor is gone. */
const LEFT = { "registeredSensors/twin/replacedBy": "gone-1" };
const TWIN_REMOVED = { "registeredSensors/twin": null };

const REPLACEMENT_CASES: readonly Case[] = [
  ...allowed(
    "A registered or a new sensor replaces another, which is unlinked or removed",
    owner({ ...successor({ greenhouse: "north" }), ...logsContinued, ...marking("new-1") }),
    owner({ ...continuing("twin"), ...TWIN_REMOVED }),
    [OWNER, update(replacing()), LEFT],
  ),
  ...denied(
    "Only one of both sensors names the other",
    owner(continuing("twin")),
    owner(marking("dht-1")),
  ),
  ...denied(
    "A replaced sensor that is still linked, is the same, is unknown, or belongs to another farm",
    owner({ ...replacing(), "registeredSensors/twin/greenhouse": "north" }),
    owner(
      changing("dht-1", "continued", {
        continues: "dht-1",
        continuesFrom: NOW_MS,
        replacedBy: "dht-1",
        greenhouse: null,
      }),
    ),
    owner(continuing("none")),
    owner(continuing("dht-0")),
    [
      OWNER,
      update(changing("dht-1", "continued", { continues: "twin/", continuesFrom: NOW_MS })),
      { "registeredSensors/twin/replacedBy": "dht-1", "registeredSensors/twin/greenhouse": null },
    ],
    [
      OWNER,
      update(changing("twin", "replaced", { replacedBy: "dht-1/" })),
      { "registeredSensors/dht-1/continues": "twin" },
    ],
    [
      OWNER,
      update(changing("dht-1", "continued", { continues: "bme-1", continuesFrom: NOW_MS })),
      {
        "registeredSensors/bme-1/greenhouse": null,
        "registeredSensors/bme-1/replacedBy": "dht-1",
      },
    ],
    [
      OWNER,
      update({
        ...changing("dht-1", "continued", { continues: "bme-1", continuesFrom: NOW_MS }),
        "registeredSensors/bme-1": null,
      }),
      { "farms/elm/members/olga": "owner", "sensorKeys/bme-1": null, "outputs/elm": null },
    ],
  ),
  ...denied(
    "A sensor that was replaced already, also if two people do it at once",
    owner(replacing({ replaced: "dht-0" })),
    owner({ ...continuing("dht-0"), "registeredSensors/dht-0": null }),
    owner({ ...continuing("dht-0"), ...marking("dht-1", { replaced: "dht-0" }) }),
  ),
  ...denied(
    "A time without a sensor, a sensor without a time, or a time in the future",
    owner({ ...replacing(), "registeredSensors/dht-1/continuesFrom": null }),
    owner(changing("dht-1", "undone", { continuesFrom: NOW_MS })),
    owner(replacing({ from: NOW_MS + 11 * MINUTE_MS })),
  ),
  ...denied(
    "The mark of a replaced sensor is removed alone",
    owner(changing("dht-0", "undone", { replacedBy: null })),
  ),
  ...allowed(
    "An owner undoes a replacement, or restores the removed successor",
    owner({
      ...changing("dht-2", "undone", { continues: null, continuesFrom: null }),
      ...changing("dht-0", "undone", { replacedBy: null }),
    }),
    [
      OWNER,
      update({
        ...registering("dht-2", { continues: "dht-0", continuesFrom: EARLIER_MS }),
        ...logging("dht-2", "continued"),
      }),
      { "registeredSensors/dht-2": null },
    ],
  ),
];

export const SENSOR_LIFE_CASES: readonly Case[] = [
  ...LOG_CASES,
  ...REGISTRATION_CASES,
  ...REPLACEMENT_CASES,
];
