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
      [actor, set(`${OAK}/silentAfterMinutes`, 5)] as const,
      [actor, set(`${OAK}/webhook/url`, WEBHOOK.url)] as const,
    ]),
    [OWNER, remove("alertSettings/elm")],
    [`${OUTSIDER}/`, remove("alertSettings/elm")],
    [NEWCOMER, { read: `${OAK}/webhook` }],
    ...[OUTSIDER, NEWCOMER, FUNCTIONS].flatMap((actor) => [
      [actor, { read: `${OAK}/silentAfterMinutes` }] as const,
      [actor, { read: `${OAK}/lowBatteryPercent` }] as const,
      [actor, { read: `${OAK}/language` }] as const,
    ]),
    [
      NEWCOMER,
      update({ "farms/ash": ASH, "usedFarmIds/ash": true, "alertSettings/ash": SETTINGS }),
    ],
  ),
  ...denied(
    "Malformed settings",
    ...[10_081, 1.5].map((value) => [OWNER, set(`${OAK}/silentAfterMinutes`, value)] as const),
    [OWNER, set(`${OAK}/lowBatteryPercent`, 100.5)],
    [OWNER, remove(`${OAK}/silentAfterMinutes`)],
    [OWNER, remove(`${OAK}/lowBatteryPercent`)],
  ),
  ...allowed(
    "A webhook",
    url("http://127.0.0.1:4444/hook"),
    url(`https://a.example/${"x".repeat(982)}`),
    secret(`whsec_${"A".repeat(32)}`),
  ),
  ...denied(
    "A malformed webhook",
    url("https://hooks.example.org/a b"),
    url(`https://a.example/${"x".repeat(983)}`),
    secret(`whsec_${"A".repeat(31)}`),
    secret(`whsec_${"A".repeat(89)}`),
    [OWNER, remove(`${OAK}/webhook/url`)],
    [OWNER, remove(`${OAK}/webhook/secret`)],
  ),
  ...allowed(
    "A farm's place",
    [OWNER, set("farms/fir/place", { latitude: -90, longitude: 180, timeZone: "UTC" })],
    [OWNER, set("farms/oak/place/latitude", 90)],
    [OWNER, set("farms/oak/place/longitude", -180)],
  ),
  ...denied(
    "A malformed place, or one by other people",
    [OWNER, set("farms/oak/place/latitude", 90.1)],
    [OWNER, set("farms/oak/place/latitude", -90.1)],
    [OWNER, set("farms/oak/place/longitude", -180.1)],
    [OWNER, set("farms/oak/place/longitude", 180.1)],
    ...["Europe/Ber lin", "x".repeat(101)].map(
      (value) => [OWNER, set("farms/oak/place/timeZone", value)] as const,
    ),
    [OWNER, remove("farms/oak/place/latitude")],
    [OWNER, remove("farms/oak/place/timeZone")],
    [NEWCOMER, set("farms/oak/place", PLACE)],
    [NEWCOMER, { read: "farms/oak/place" }],
  ),
  ...allowed("Bounds for the night, and for computed quantities", [
    OWNER,
    set(`${BOUNDS}/temperature/nightMin`, 5),
  ]),
  ...denied(
    "Bounds with an unknown name",
    [OWNER, set(`${BOUNDS}/temperature/nightmin`, 5)],
    [JOBS, set(`${BOUNDS}/vpd/max`, 1)],
  ),
  ...allowed(
    "The light source of a greenhouse, and the base of its degree days",
    ...Object.keys(LIGHT_SOURCES).map(
      (source) => [OWNER, set("greenhouses/north/lightSource", source)] as const,
    ),
    ...[-10, 40].map((base) => [OWNER, set("greenhouses/north/degreeDayBase", base)] as const),
  ),
  ...denied(
    "Unknown light sources, and implausible bases of degree days",
    [OWNER, set("greenhouses/north/lightSource", "moon")],
    [OWNER, set("greenhouses/north/degreeDayBase", 40.1)],
    [NEWCOMER, set("greenhouses/north/lightSource", "sun")],
    [NEWCOMER, set("greenhouses/north/degreeDayBase", 10)],
    [OWNER, set("greenhouses/north/degreeDayBase", -10.1)],
  ),
  ...nothing("A read of settings and place of a farm that has neither", [
    OWNER,
    { read: "alertSettings/fir" },
  ]),
];
