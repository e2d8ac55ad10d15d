/**
 * Alert settings, the farm's place, bounds for the night, and inputs of daily figures. Owners change them, and members
 * read everything except secrets.
 */

import { allowed, denied, remove, set, update } from "./case";
import type { Case, Json } from "./case";
import {
  COLD,
  COLD_ID,
  FUNCTIONS,
  OUTSIDER,
  OWNER,
  PENDING_ID,
  SECOND_OWNER,
  VIEWER,
} from "./farms";

const OAK = "alertSettings/oak";
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
    [OWNER, set(`${OAK}/language`, "de")],
    [VIEWER, { read: `${OAK}/language` }],
    [OUTSIDER, remove("alertSettings/elm")],
    [OWNER, remove("alerts/fir/open")],
    [OWNER, remove("alerts/fir/pending")],
  ),
  ...denied(
    "Settings removed without the open alerts, which nobody would close later",
    [OWNER, update({ [OAK]: null, "alerts/oak/open": null })],
    [OWNER, update({ [OAK]: null, "alerts/oak/pending": null })],
  ),
  ...denied(
    "Open alerts removed while the farm has settings, or by other people",
    [OWNER, remove("alerts/oak/open")],
    [OWNER, remove(`alerts/oak/pending/${PENDING_ID}`)],
    [OWNER, set("alerts/fir/open", { [COLD_ID]: COLD })],
    [OWNER, set("alerts/fir/pending", { [PENDING_ID]: { since: 1 } })],
    ...[VIEWER, OUTSIDER, FUNCTIONS, null].flatMap((actor) => [
      [actor, remove("alerts/fir/open")] as const,
      [actor, remove("alerts/fir/pending")] as const,
    ]),
  ),
  ...denied(
    "Other people read or write settings",
    [OWNER, remove("alertSettings/elm")],
    [OUTSIDER, { read: `${OAK}/language` }],
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
    url("http://hooks.example.org/a"),
    url("http://localhost.example.org/a"),
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
  ),
  ...denied("Bounds with an unknown name", [OWNER, set(`${BOUNDS}/temperature/nightmin`, 5)]),
  ...allowed(
    "The light source of a greenhouse, and the base of its degree days",
    ...[-10, 40].map((base) => [OWNER, set("greenhouses/north/degreeDayBase", base)] as const),
  ),
  ...denied(
    "Unknown light sources, and implausible bases of degree days",
    [OWNER, set("greenhouses/north/degreeDayBase", 40.1)],
    [OWNER, set("greenhouses/north/degreeDayBase", -10.1)],
  ),
];
