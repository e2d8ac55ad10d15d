/**
 * How a person is notified of alerts. The person decides. The jobs read the settings and remove channels that no longer
 * exist.
 */

import { allowed, denied, nothing, remove, set } from "./case";
import type { Case, Json } from "./case";
import {
  FUNCTIONS,
  JOBS,
  NEWCOMER,
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
    [VIEWER, set(`${MINE}/language`, "en")],
    ...[0, 5, 30].map(
      (afterMinutes) => [VIEWER, set(`${MINE}/farms/oak`, { afterMinutes })] as const,
    ),
    [VIEWER, set(`${MINE}/farms/oak`, { afterMinutes: 15, since: { ".sv": "timestamp" } })],
    device(SUBSCRIPTION, "x".repeat(100)),
    device({ ...SUBSCRIPTION, endpoint: `https://a.example/${"x".repeat(982)}` }),
  ),
  ...allowed(
    "The jobs read the settings, and remove devices and e-mail",
    [JOBS, { read: MINE }],
    [JOBS, { read: "users/vera/farms/oak" }],
  ),
  ...denied(
    "The jobs change other settings",
    [JOBS, set("users/nina/alerts/email", true)],
    [JOBS, set(`${MINE}/push/laptop`, SUBSCRIPTION)],
    [JOBS, set(`${MINE}/token`, "f".repeat(32))],
    [JOBS, remove(`${MINE}/token`)],
    [JOBS, remove(`${MINE}/farms/elm`)],
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
  ),
  ...denied(
    "Malformed personal settings",
    [VIEWER, set(`${MINE}/token`, "f".repeat(33))],
    [VIEWER, set(`${MINE}/farms/oak`, { afterMinutes: 5, note: "x" })],
    [VIEWER, set(`${MINE}/farms/elm`, false)],
    device(SUBSCRIPTION, "x".repeat(101)),
    device({ endpoint }),
    device({ keys }),
    device({ ...SUBSCRIPTION, endpoint: "https://push.example.org/ 1" }),
    device({ ...SUBSCRIPTION, endpoint: `https://a.example/${"x".repeat(983)}` }),
    device({ endpoint, keys: { p256dh: keys.p256dh } }),
    device({ endpoint, keys: { auth: keys.auth } }),
  ),
  ...nothing("A read of a person without settings", [JOBS, { read: "users/nina/alerts" }]),
];
