/**
 * Alert settings, the farm's place, bounds for the night, and inputs of daily figures. Owners change them, and members
 * read everything except secrets.
 */

import { LIGHT_SOURCES } from "@greenhouse/domain/rollups/daily";
import { allowed, denied, nothing, remove, set, update } from "./case";
import type { Case, Json } from "./case";
import {
  ASH,
  COLD,
  COLD_ID,
  FUNCTIONS,
  INVITED,
  JOBS,
  NEWCOMER,
  OUTSIDER,
  OWNER,
  PENDING_ID,
  PLACE,
  SECOND_OWNER,
  SETTINGS,
  VIEWER,
  WEBHOOK,
  founding,
} from "./farms";

const OAK = "alertSettings/oak";
const NOT_OWNERS = [VIEWER, INVITED, OUTSIDER, NEWCOMER, FUNCTIONS, JOBS, null] as const;
const BOUNDS = "greenhouses/north/thresholds";

function url(text: Json) {
  return [OWNER, set(`${OAK}/webhook/url`, text)] as const;
}

function secret(text: Json) {
  return [OWNER, set(`${OAK}/webhook/secret`, text)] as const;
}

export const ALERT_SETTINGS_CASES: readonly Case[] = [
  ...allowed(
    "An owner switches alerts on and off",
    [OWNER, set("alertSettings/fir", { silentAfterMinutes: 0, lowBatteryPercent: 0 })],
    [SECOND_OWNER, set(OAK, { silentAfterMinutes: 10_080, lowBatteryPercent: 100 })],
    [OWNER, set(`${OAK}/lowBatteryPercent`, 12.5)],
    ...["en", "de"].map((language) => [OWNER, set(`${OAK}/language`, language)] as const),
    [OWNER, remove(`${OAK}/language`)],
    ...[OWNER, VIEWER].map((actor) => [actor, { read: `${OAK}/language` }] as const),
    [OWNER, remove(`${OAK}/webhook`)],
    [SECOND_OWNER, update({ [OAK]: null, "alerts/oak/open": null, "alerts/oak/pending": null })],
    [OUTSIDER, remove("alertSettings/elm")],
    [OWNER, update({ [OAK]: null, "alerts/oak/open": null, "alerts/oak/pending": null })],
    [OWNER, update({ "alerts/fir/open": null, "alerts/fir/pending": null })],
    [OWNER, remove("alerts/fir/open")],
    [OWNER, remove("alerts/fir/pending")],
  ),
  ...denied(
    "Settings removed without the open alerts, which nobody would close later",
    [OWNER, remove(OAK)],
    [OWNER, update({ [OAK]: null, "alerts/oak/open": null })],
    [OWNER, update({ [OAK]: null, "alerts/oak/pending": null })],
    [OWNER, update({ [OAK]: null, [`alerts/oak/open/${COLD_ID}`]: null })],
  ),
  ...denied(
    "Open alerts removed while the farm has settings, or by other people",
    [OWNER, remove("alerts/oak/open")],
    [OWNER, remove("alerts/oak/pending")],
    [OWNER, update({ "alerts/oak/open": null, "alerts/oak/pending": null })],
    [OWNER, remove(`alerts/oak/open/${COLD_ID}`)],
    [OWNER, remove(`alerts/oak/pending/${PENDING_ID}`)],
    [OWNER, remove("alerts/fir")],
    [OWNER, remove("alerts/fir/version")],
    [OWNER, set("alerts/fir/open", { [COLD_ID]: COLD })],
    [OWNER, set("alerts/fir/pending", { [PENDING_ID]: { since: 1 } })],
    ...[VIEWER, OUTSIDER, JOBS, FUNCTIONS, null].flatMap((actor) => [
      [actor, remove("alerts/fir/open")] as const,
      [actor, remove("alerts/fir/pending")] as const,
    ]),
  ),
  ...denied(
    "Other people read or write settings",
    ...NOT_OWNERS.flatMap((actor) => [
      [actor, set(OAK, SETTINGS)] as const,
      [actor, set(`${OAK}/silentAfterMinutes`, 5)] as const,
      [actor, set(`${OAK}/webhook/url`, WEBHOOK.url)] as const,
      [actor, remove(`${OAK}/webhook`)] as const,
      [
        actor,
        update({ [OAK]: null, "alerts/oak/open": null, "alerts/oak/pending": null }),
      ] as const,
    ]),
    [OWNER, remove("alertSettings/elm")],
    [`${OUTSIDER}/`, remove("alertSettings/elm")],
    ...[VIEWER, INVITED, OUTSIDER, NEWCOMER, FUNCTIONS, null].flatMap((actor) => [
      [actor, { read: OAK }] as const,
      [actor, { read: `${OAK}/webhook` }] as const,
      [actor, { read: "alertSettings" }] as const,
    ]),
    ...[OUTSIDER, NEWCOMER, FUNCTIONS, null].flatMap((actor) => [
      [actor, { read: `${OAK}/silentAfterMinutes` }] as const,
      [actor, { read: `${OAK}/lowBatteryPercent` }] as const,
      [actor, { read: `${OAK}/language` }] as const,
    ]),
    [OWNER, { read: "alertSettings" }],
    [OWNER, set("alertSettings/elm", SETTINGS)],
    [OWNER, set("alertSettings/yew", SETTINGS)],
    [
      NEWCOMER,
      update({ "farms/ash": ASH, "usedFarmIds/ash": true, "alertSettings/ash": SETTINGS }),
    ],
  ),
  ...denied(
    "Malformed settings",
    ...[-1, 10_081, 1.5, "30", true, { deep: 1 }].map(
      (value) => [OWNER, set(`${OAK}/silentAfterMinutes`, value)] as const,
    ),
    ...[-0.5, 100.5, "20", true, { deep: 1 }].map(
      (value) => [OWNER, set(`${OAK}/lowBatteryPercent`, value)] as const,
    ),
    ...["fr", "", 7].map((value) => [OWNER, set(`${OAK}/language`, value)] as const),
    [OWNER, remove(`${OAK}/silentAfterMinutes`)],
    [OWNER, remove(`${OAK}/lowBatteryPercent`)],
    [OWNER, set("alertSettings/fir", { silentAfterMinutes: 30 })],
    [OWNER, set("alertSettings/fir", { lowBatteryPercent: 20 })],
    [OWNER, set("alertSettings/fir", true)],
    [OWNER, set(OAK, { webhook: WEBHOOK })],
    [OWNER, set(OAK, { ...SETTINGS, note: "x" })],
    [OWNER, set("alertSettings", { oak: SETTINGS })],
  ),
  ...allowed(
    "A webhook",
    url("https://ntfy.sh/oak?priority=high&x=%20"),
    url("http://127.0.0.1:4444/hook"),
    url("http://localhost/hook"),
    url(`https://a.example/${"x".repeat(982)}`),
    secret(`whsec_${"A".repeat(32)}`),
    secret(`whsec_${"/".repeat(86)}==`),
  ),
  ...denied(
    "A malformed webhook",
    url("http://hooks.example.org/oak"),
    url("http://127.0.0.10/hook"),
    url("http://localhost.example.org/hook"),
    url("ftp://hooks.example.org"),
    url("https://"),
    url("https://hooks.example.org/a b"),
    url("https://hooks.example.org/\n"),
    url(`https://a.example/${"x".repeat(983)}`),
    url(7),
    url({ deep: WEBHOOK.url }),
    secret(`whsec_${"A".repeat(31)}`),
    secret(`whsec_${"A".repeat(89)}`),
    secret("A".repeat(40)),
    secret(`whsec_${"A".repeat(40)}\n`),
    secret(true),
    [OWNER, remove(`${OAK}/webhook/url`)],
    [OWNER, remove(`${OAK}/webhook/secret`)],
    [OWNER, set(`${OAK}/webhook`, WEBHOOK.url)],
    [OWNER, set(`${OAK}/webhook`, { ...WEBHOOK, note: "x" })],
    [OWNER, set("alertSettings/fir", { ...SETTINGS, webhook: { url: WEBHOOK.url } })],
  ),
  ...allowed(
    "A farm's place",
    [OWNER, set("farms/fir/place", { latitude: -90, longitude: 180, timeZone: "UTC" })],
    [OWNER, set("farms/oak/place/latitude", 90)],
    [OWNER, set("farms/oak/place/longitude", -180)],
    [OWNER, set("farms/oak/place/timeZone", "America/Argentina/Buenos_Aires")],
    [OWNER, set("farms/oak/place/timeZone", "Etc/GMT+12")],
    [OWNER, remove("farms/oak/place")],
    [NEWCOMER, founding({ ...ASH, place: PLACE })],
  ),
  ...denied(
    "A malformed place, or one by other people",
    ...[-90.1, 90.1, "52", true, { deep: 1 }].map(
      (value) => [OWNER, set("farms/oak/place/latitude", value)] as const,
    ),
    ...[-180.1, 180.1, "13"].map(
      (value) => [OWNER, set("farms/oak/place/longitude", value)] as const,
    ),
    ...["", "/", "Europe/", "../x", "Europe/Ber lin", "x".repeat(101), 1].map(
      (value) => [OWNER, set("farms/oak/place/timeZone", value)] as const,
    ),
    [OWNER, remove("farms/oak/place/latitude")],
    [OWNER, remove("farms/oak/place/timeZone")],
    [OWNER, set("farms/oak/place", { latitude: 52, longitude: 13 })],
    [OWNER, set("farms/oak/place", "Berlin")],
    [OWNER, set("farms/oak/place", { ...PLACE, street: "Oak Lane" })],
    ...[VIEWER, OUTSIDER, NEWCOMER, FUNCTIONS, JOBS, null].map(
      (actor) => [actor, set("farms/oak/place", PLACE)] as const,
    ),
    ...[OUTSIDER, NEWCOMER, FUNCTIONS, null].map(
      (actor) => [actor, { read: "farms/oak/place" }] as const,
    ),
  ),
  ...allowed(
    "Bounds for the night, and for computed quantities",
    [OWNER, set(`${BOUNDS}/temperature/nightMin`, 5)],
    [OWNER, set(`${BOUNDS}/temperature/nightMax`, 24)],
    [OWNER, set(`${BOUNDS}/dewPoint`, { max: 16 })],
  ),
  ...denied(
    "Bounds with an unknown name",
    [OWNER, set(`${BOUNDS}/temperature/dayMin`, 5)],
    [OWNER, set(`${BOUNDS}/temperature/nightmin`, 5)],
    [OWNER, set(`${BOUNDS}/dewpoint/max`, 5)],
    [OWNER, set(`${BOUNDS}/vpd/nightMax`, "5")],
    [JOBS, set(`${BOUNDS}/vpd/max`, 1)],
  ),
  ...allowed(
    "The light source of a greenhouse, and the base of its degree days",
    ...Object.keys(LIGHT_SOURCES).map(
      (source) => [OWNER, set("greenhouses/north/lightSource", source)] as const,
    ),
    ...[-10, 4.5, 40].map((base) => [OWNER, set("greenhouses/north/degreeDayBase", base)] as const),
    [OWNER, remove("greenhouses/north/lightSource")],
    [OWNER, remove("greenhouses/north/degreeDayBase")],
    ...[OWNER, VIEWER].map((actor) => [actor, { read: "greenhouses/north/lightSource" }] as const),
  ),
  ...denied(
    "Unknown light sources, and implausible bases of degree days",
    [OWNER, set("greenhouses/north/lightSource", "moon")],
    [OWNER, set("greenhouses/north/lightSource", "sunny")],
    [OWNER, set("greenhouses/north/lightSource", 0.0185)],
    [OWNER, set("greenhouses/north/degreeDayBase", -10.1)],
    [OWNER, set("greenhouses/north/degreeDayBase", 40.1)],
    [OWNER, set("greenhouses/north/degreeDayBase", "10")],
    [OWNER, set("greenhouses/north/degreeDayBase", true)],
    [OWNER, set("greenhouses/north/degreeDayBase/value", 10)],
    ...[VIEWER, OUTSIDER, NEWCOMER, FUNCTIONS, JOBS, null].flatMap(
      (actor) =>
        [
          [actor, set("greenhouses/north/lightSource", "sun")],
          [actor, set("greenhouses/north/degreeDayBase", 10)],
        ] as const,
    ),
  ),
  ...nothing(
    "A read of settings and place of a farm that has neither",
    [OWNER, { read: "alertSettings/fir" }],
    [VIEWER, { read: "alertSettings/fir/silentAfterMinutes" }],
    [JOBS, { read: "farms/fir/place" }],
  ),
];
