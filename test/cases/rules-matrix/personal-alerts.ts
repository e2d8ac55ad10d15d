/**
 * How a person is notified of alerts. The person decides. The jobs read the settings and remove channels that no longer
 * exist.
 */

import {
  ADDRESS_KINDS,
  channelRow,
  channelsOf,
  channelsTo,
} from "@greenhouse/domain/alerts/channels";
import { OFFERED_CHANNELS } from "@greenhouse/domain/alerts/service";
import { allowed, denied, remove, set, update } from "./case";
import type { Case, Json } from "./case";
import { JOBS, NEWCOMER, OWNER, PERSONAL, STORED, SUBSCRIPTION, VIEWER } from "./farms";

const MINE = "users/vera/alerts";
const { endpoint, keys } = SUBSCRIPTION;

function device(subscription: Json, id = "laptop") {
  return [VIEWER, set(`${MINE}/push/${id}`, subscription)] as const;
}

/** The channels that need an address, and its kind. */
const NEEDS = channelsOf("person").flatMap((channel) => {
  const { address } = channelRow(channel);
  return address === undefined ? [] : [[channel, address] as const];
});
const ALL = NEEDS.map(([channel]) => channel);
const ALL_ON = {
  [MINE]: {
    ...PERSONAL,
    addresses: STORED,
    ...Object.fromEntries(ALL.map((channel) => [channel, true])),
  },
};
const ADDRESSES_ONLY = { [MINE]: { ...PERSONAL, addresses: STORED } };

function quiet(from: Json, until: Json) {
  return [VIEWER, set(`${MINE}/quiet`, { from, until })] as const;
}

function step(channel: string, minutes: Json) {
  const choice = { afterMinutes: 0, channels: { [channel]: minutes } };
  return [VIEWER, set(`${MINE}/farms/oak`, choice)] as const;
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
  ...allowed(
    "A person switches channels on, chooses their steps and quiet hours, and removes an address",
    ...ALL.flatMap((channel) => [
      [VIEWER, set(`${MINE}/${channel}`, true), ADDRESSES_ONLY] as const,
      [JOBS, remove(`${MINE}/${channel}`), ALL_ON] as const,
    ]),
    ...ADDRESS_KINDS.map((kind) => {
      const switches = channelsTo(kind).map((channel) => [`${MINE}/${channel}`, null] as const);
      const all = { [`${MINE}/addresses/${kind}`]: null, ...Object.fromEntries(switches) };
      return [VIEWER, update(all), ALL_ON] as const;
    }),
    quiet(22 * 60, 6 * 60),
    quiet(0, 1439),
    ...OFFERED_CHANNELS.map((channel) => step(channel, 30)),
    ...[0, 5, 15].map((minutes) => step("call", minutes)),
  ),
  ...denied(
    "A channel that is on without its address",
    ...NEEDS.flatMap(([channel, kind]) => [
      [
        VIEWER,
        set(`${MINE}/${channel}`, true),
        { [MINE]: { ...PERSONAL, addresses: { ...STORED, [kind]: null } } },
      ] as const,
      [
        VIEWER,
        remove(`${MINE}/addresses/${kind}`),
        { [MINE]: { ...PERSONAL, addresses: STORED, [channel]: true } },
      ] as const,
    ]),
  ),
  ...denied(
    "The jobs or other people change channels, addresses or quiet hours",
    ...[JOBS, OWNER].flatMap((actor) => [
      ...ALL.map((channel) => [actor, set(`${MINE}/${channel}`, true), ADDRESSES_ONLY] as const),
      [actor, remove(`${MINE}/addresses/phone`), ADDRESSES_ONLY] as const,
      [actor, set(`${MINE}/quiet`, { from: 0, until: 1 })] as const,
    ]),
    ...ALL.map((channel) => [OWNER, remove(`${MINE}/${channel}`), ALL_ON] as const),
    [OWNER, { read: `${MINE}/addresses/phone` }, ALL_ON],
  ),
  ...denied(
    "Malformed quiet hours or steps",
    quiet(60, 60),
    quiet(0, 1440),
    quiet(1440, 0),
    quiet(0.5, 60),
    quiet(60, 0.5),
    quiet(60, null),
    quiet(null, 60),
    step("sms", 10),
    step("fax", 5),
    [VIEWER, set(`${MINE}/farms/oak`, { channels: { sms: 5 } })],
  ),
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
