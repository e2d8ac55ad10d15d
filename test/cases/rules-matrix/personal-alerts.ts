/**
 * How a person is notified of alerts. The person decides. The jobs read the settings and remove channels that no longer
 * exist.
 */

import { DAY_MS } from "@greenhouse/domain/time";
import { allowed, denied, nothing, remove, set, update } from "./case";
import type { Case, Json } from "./case";
import {
  FUNCTIONS,
  JOBS,
  NEWCOMER,
  NOW_MS,
  OUTSIDER,
  OWNER,
  PERSONAL,
  SUBSCRIPTION,
  VIEWER,
} from "./farms";

const MINE = "users/vera/alerts";
const { endpoint, keys } = SUBSCRIPTION;

function device(subscription: Json, id = "laptop") {
  return [VIEWER, set(`${MINE}/push/${id}`, subscription)] as const;
}

export const PERSONAL_ALERT_CASES: readonly Case[] = [
  ...allowed(
    "A person writes and reads their own settings",
    [NEWCOMER, set("users/nina/alerts", { ...PERSONAL, farms: { fir: false } })],
    [NEWCOMER, set("users/nina/alerts/email", true)],
    [VIEWER, set(`${MINE}/language`, "en")],
    [VIEWER, set(`${MINE}/token`, "f".repeat(32))],
    [VIEWER, set(`${MINE}/farms/oak`, false)],
    ...[0, 5, 15, 30].map(
      (afterMinutes) => [VIEWER, set(`${MINE}/farms/oak`, { afterMinutes })] as const,
    ),
    [VIEWER, set(`${MINE}/farms/oak`, { afterMinutes: 15, since: { ".sv": "timestamp" } })],
    [VIEWER, update({ [`${MINE}/email`]: null, [`${MINE}/push/phone`]: null })],
    [VIEWER, remove(`${MINE}/farms/oak`)],
    [VIEWER, { read: MINE }],
    device(SUBSCRIPTION, "x".repeat(100)),
    device({ ...SUBSCRIPTION, endpoint: `https://a.example/${"x".repeat(982)}` }),
    device({ endpoint, keys: { p256dh: `${"-".repeat(87)}=`, auth: `${"_".repeat(22)}==` } }),
  ),
  ...allowed(
    "The jobs read the settings, and remove devices and e-mail",
    [JOBS, { read: MINE }],
    [JOBS, { read: "users/vera/farms/oak" }],
    [JOBS, { read: "users/ivan/farms/oak" }],
    [JOBS, remove(`${MINE}/email`)],
    [JOBS, remove(`${MINE}/push/phone`)],
  ),
  ...denied(
    "The jobs change other settings",
    [JOBS, set("users/nina/alerts/email", true)],
    [JOBS, set(`${MINE}/push/laptop`, SUBSCRIPTION)],
    [JOBS, set(`${MINE}/token`, "f".repeat(32))],
    [JOBS, remove(`${MINE}/token`)],
    [JOBS, remove(`${MINE}/push`)],
    [JOBS, remove(`${MINE}/push/phone/keys`)],
    [JOBS, remove(`${MINE}/farms/elm`)],
    [JOBS, remove(MINE)],
    [JOBS, { read: "users/vera" }],
    [JOBS, { read: "users/vera/farms" }],
    [JOBS, { read: "users" }],
    [JOBS, remove("users/vera/farms/oak")],
    [JOBS, set("users/nina/farms/oak", "invited")],
  ),
  ...denied(
    "People read or write another person's settings",
    ...[OWNER, OUTSIDER, NEWCOMER, FUNCTIONS, null].flatMap((actor) => [
      [actor, { read: MINE }] as const,
      [actor, { read: "users/vera/farms/oak" }] as const,
      [actor, set(`${MINE}/language`, "en")] as const,
      [actor, remove(`${MINE}/email`)] as const,
      [actor, remove(`${MINE}/push/phone`)] as const,
    ]),
    ...[FUNCTIONS, JOBS].flatMap((uid) => [
      [uid, set(`users/${uid}/alerts`, PERSONAL)] as const,
      [uid, set(`users/${uid}/alerts/email`, true)] as const,
      [uid, { read: `users/${uid}` }] as const,
    ]),
    [null, set("users/null/alerts/email", true)],
  ),
  ...denied(
    "Malformed personal settings",
    [VIEWER, set(MINE, true)],
    [VIEWER, set(`${MINE}/email`, "vera@example.org")],
    [VIEWER, set(`${MINE}/email`, false)],
    ...["f".repeat(31), "F".repeat(32), "f".repeat(33), 7].map(
      (token) => [VIEWER, set(`${MINE}/token`, token)] as const,
    ),
    ...["fr", "english", true].map(
      (language) => [VIEWER, set(`${MINE}/language`, language)] as const,
    ),
    [VIEWER, set(`${MINE}/farms/oak`, true)],
    [VIEWER, set(`${MINE}/farms/oak`, 5)],
    ...[-5, 1, 10, 60, "5", true, { deep: 5 }].map(
      (afterMinutes) => [VIEWER, set(`${MINE}/farms/oak`, { afterMinutes })] as const,
    ),
    ...[-1, NOW_MS + 10 * DAY_MS, "5", true, { deep: 5 }].map(
      (since) => [VIEWER, set(`${MINE}/farms/oak`, { afterMinutes: 5, since })] as const,
    ),
    [VIEWER, set(`${MINE}/farms/oak`, { afterMinutes: 5, note: "x" })],
    [VIEWER, set(`${MINE}/farms/oak`, { note: "x" })],
    [VIEWER, set(`${MINE}/farms/oak`, { afterMinutes: 5, ".priority": 1 })],
    [VIEWER, set(`${MINE}/farms/elm`, false)],
    [VIEWER, set(`${MINE}/farms/elm`, { afterMinutes: 5 })],
    [VIEWER, set(`${MINE}/farms`, false)],
    [VIEWER, set(`${MINE}/push`, true)],
    [VIEWER, set(`${MINE}/phone`, "+49")],
    device(SUBSCRIPTION, "x".repeat(101)),
    device(SUBSCRIPTION, "a,b"),
    device(SUBSCRIPTION, "hasOwnProperty"),
    device(true),
    device({ endpoint }),
    device({ keys }),
    device({ ...SUBSCRIPTION, endpoint: "http://push.example.org/1" }),
    device({ ...SUBSCRIPTION, endpoint: "https://push.example.org/ 1" }),
    device({ ...SUBSCRIPTION, endpoint: `https://a.example/${"x".repeat(983)}` }),
    device({ ...SUBSCRIPTION, expirationTime: 1 }),
    device({ endpoint, keys: true }),
    device({ endpoint, keys: { p256dh: keys.p256dh } }),
    device({ endpoint, keys: { auth: keys.auth } }),
    device({ endpoint, keys: { ...keys, p256dh: "B".repeat(86) } }),
    device({ endpoint, keys: { ...keys, auth: `${"a".repeat(21)}+` } }),
    device({ endpoint, keys: { ...keys, more: "a" } }),
  ),
  ...nothing("A read of a person without settings", [JOBS, { read: "users/nina/alerts" }]),
];
