/**
 * How a person is notified of alerts. The person decides. The jobs read the settings and remove channels that no longer
 * exist.
 */

import { allowed, denied, set } from "./case";
import type { Case, Json } from "./case";
import { JOBS, NEWCOMER, PERSONAL, SUBSCRIPTION, VIEWER } from "./farms";

const MINE = "users/vera/alerts";
const { endpoint, keys } = SUBSCRIPTION;

function device(subscription: Json, id = "laptop") {
  return [VIEWER, set(`${MINE}/push/${id}`, subscription)] as const;
}

export const PERSONAL_ALERT_CASES: readonly Case[] = [
  ...allowed(
    "A person writes and reads their own settings",
    [NEWCOMER, set("users/nina/alerts", { ...PERSONAL, farms: { fir: false } })],
    ...[0, 5, 30].map(
      (afterMinutes) => [VIEWER, set(`${MINE}/farms/oak`, { afterMinutes })] as const,
    ),
    [VIEWER, set(`${MINE}/farms/oak`, { afterMinutes: 15, since: { ".sv": "timestamp" } })],
    device(SUBSCRIPTION, "x".repeat(100)),
    device({ ...SUBSCRIPTION, endpoint: `https://a.example/${"x".repeat(982)}` }),
  ),
  ...denied("The jobs change other settings", [JOBS, set("users/nina/alerts/email", true)]),
  ...denied(
    "Malformed personal settings",
    [VIEWER, set(`${MINE}/token`, "f".repeat(33))],
    [VIEWER, set(`${MINE}/farms/elm`, false)],
    device(SUBSCRIPTION, "x".repeat(101)),
    device({ endpoint }),
    device({ keys }),
    device({ ...SUBSCRIPTION, endpoint: "https://push.example.org/ 1" }),
    device({ ...SUBSCRIPTION, endpoint: "http://push.example.org/1" }),
    device({ ...SUBSCRIPTION, endpoint: `https://a.example/${"x".repeat(983)}` }),
    device({ endpoint, keys: { p256dh: keys.p256dh } }),
    device({ endpoint, keys: { auth: keys.auth } }),
  ),
];
