/** Messages in the outbox, undelivered messages, tests of channels, and the status of the jobs. */

import { channelRow } from "@greenhouse/domain/alerts/channels";
import { OFFERED_CHANNELS } from "@greenhouse/domain/alerts/service";
import { DAY_MS } from "@greenhouse/domain/time";
import { allowed, denied, nothing, remove, set, update } from "./case";
import type { Case, Json } from "./case";
import {
  COLD_FACT,
  COLD_ID,
  EARLIER_MS,
  FUNCTIONS,
  JOBS,
  MESSAGE_ID,
  NEW_KEY,
  NOW_MS,
  OUTSIDER,
  OWNER,
  SECOND_OWNER,
  VIEWER,
} from "./farms";

type Fields = Readonly<Record<string, Json>>;

const SERVER_TIME = { ".sv": "timestamp" };
const OUTBOX = "alertOutbox/oak";
const SENT = `${OUTBOX}/${MESSAGE_ID}`;
const TO_WEBHOOK = `${SENT}/to/webhook`;
const ENTRY = {
  at: NOW_MS,
  since: EARLIER_MS,
  alerts: {
    [COLD_ID]: {
      ...COLD_FACT,
      state: "raised",
      extreme: 4,
      escalation: 1,
      hour: { "60": 9, "40": 7.5, "20": 6 },
    },
  },
  to: { "email,otto": { attempts: 0, nextAt: NOW_MS } },
};
const NOT_JOBS = [OWNER, VIEWER, OUTSIDER, FUNCTIONS, null] as const;
const TEST = "alertTests/vera/email";
const QUESTION = { farmId: "oak", askedAt: SERVER_TIME };
const ANSWER = { farmId: "oak", askedAt: EARLIER_MS, doneAt: NOW_MS };
const SHARED_ID = "raised,below,temperature,north";
const SHARED = {
  state: "raised",
  kind: "below",
  measurement: "temperature",
  count: 29_980,
  greenhouse: "north",
  greenhouseName: "North",
};
const UNDELIVERED = "alerts/oak/undelivered";
const PROBLEM = { at: EARLIER_MS, problem: "Mailbox full." };

function writing(message: Json, path = `${OUTBOX}/${NEW_KEY}`, version = 8) {
  return [JOBS, update({ "alerts/oak/version": version, [path]: message })] as const;
}

function about(fact: Fields, id = COLD_ID) {
  return writing({ ...ENTRY, alerts: { [id]: { ...COLD_FACT, state: "raised", ...fact } } });
}

function addOthers(changes: Fields, id = SHARED_ID) {
  return writing({ ...ENTRY, others: { [id]: { ...SHARED, ...changes } } });
}

function to(recipientId: string, attempts: Json = { attempts: 0, nextAt: NOW_MS }) {
  return writing({ ...ENTRY, to: { [recipientId]: attempts } });
}

const LIMIT = { kind: "limit", measurement: null, output: "valve", uid: "own-1" };

export const ALERT_MESSAGE_CASES: readonly Case[] = [
  ...allowed(
    "The jobs write a message with its check, count an attempt and remove the message",
    about({ state: "acknowledged", acknowledgedBy: "x".repeat(100) }),
    about({ state: "reminded", escalation: 1_000_000, silentSince: EARLIER_MS }),
    about({ kind: "silent", measurement: null, uid: "twin" }, "silent,,twin"),
    about({ ...LIMIT, outputName: "Drip line" }, "limit,valve,own-1"),
    about({ state: "late", clearedAt: EARLIER_MS }, `late,${COLD_ID}`),
    addOthers({ state: "reminded", escalation: 3 }, "reminded,below,temperature,north"),
    addOthers({ greenhouse: null, greenhouseName: null, measurement: null }, "reminded,silent,,"),
    addOthers({}, `raised,below,dewPoint,${"x".repeat(100)}`),
    ...[0, 1_000_000].map((unanswered) => writing({ ...ENTRY, unanswered })),
    [JOBS, set(TO_WEBHOOK, { attempts: 1, nextAt: NOW_MS + DAY_MS })],
    [JOBS, remove(TO_WEBHOOK)],
    [JOBS, update({ [SENT]: null, [`${UNDELIVERED}/webhook`]: PROBLEM })],
  ),
  ...denied(
    "A message without its check, written twice, or changed",
    [JOBS, set(`${OUTBOX}/${NEW_KEY}`, ENTRY)],
    writing(NOW_MS, `${SENT}/at`),
  ),
  ...denied(
    "A number of attempts that is not one higher, or malformed",
    [JOBS, set(TO_WEBHOOK, { attempts: 1, nextAt: null })],
    [JOBS, set(`${TO_WEBHOOK}/nextAt`, NOW_MS + DAY_MS)],
  ),
  ...denied(
    "A malformed message",
    writing({ ...ENTRY, at: null }),
    writing({ ...ENTRY, to: null }),
    about({ ...LIMIT, output: "Valve" }, "limit,Valve,own-1"),
    writing(ENTRY, `${OUTBOX}/${"x".repeat(101)}`),
    to("email,"),
    to("push,,vera"),
    to(`push,${"x".repeat(101)},vera`),
    to(`email,${"x".repeat(129)}`),
    to("webhook", { attempts: 1001, nextAt: NOW_MS }),
    to("webhook", { nextAt: NOW_MS }),
    ...["sensorName", "greenhouse", "greenhouseName", "since", "state"].map((field) =>
      about({ [field]: null }),
    ),
    ...[0, 1.5, 1_000_001].map((escalation) => about({ escalation })),
    ...["state", "kind", "count"].map((field) => addOthers({ [field]: null })),
    ...[1.5, 1_000_001].map((unanswered) => writing({ ...ENTRY, unanswered })),
    addOthers({ count: 1.5 }),
    addOthers({ escalation: 1.5 }),
    addOthers({}, `${SHARED_ID}${"x".repeat(101)}`),
    about({ kind: "cold" }, "cold,temperature,dht-1"),
    about({ measurement: "noise" }, "below,noise,dht-1"),
    about({ hour: { "30": 9 } }),
  ),
  ...denied(
    "Other people read, write or remove messages",
    ...NOT_JOBS.flatMap((actor) => [
      [actor, set(TO_WEBHOOK, { attempts: 1, nextAt: NOW_MS })] as const,
      [actor, remove(TO_WEBHOOK)] as const,
      [actor, remove(SENT)] as const,
    ]),
  ),
  ...allowed(
    "The jobs record recipients whose messages cannot be delivered",
    [JOBS, set(`${UNDELIVERED}/email,otto`, { at: NOW_MS, problem: "x".repeat(300) })],
    [JOBS, remove(`${UNDELIVERED}/email,otto`)],
  ),
  ...denied(
    "A malformed record of an undelivered message, or one by other people",
    ...NOT_JOBS.map((actor) => [actor, set(`${UNDELIVERED}/webhook`, PROBLEM)] as const),
    [JOBS, set(`${UNDELIVERED}/fax,otto`, PROBLEM)],
    [JOBS, set(`${UNDELIVERED}/push,otto`, PROBLEM)],
    [JOBS, set(`${UNDELIVERED}/webhook,otto`, PROBLEM)],
    ...["x".repeat(301), null].map(
      (problem) => [JOBS, set(`${UNDELIVERED}/webhook`, { ...PROBLEM, problem })] as const,
    ),
    [JOBS, remove(`${UNDELIVERED}/email,otto/at`)],
  ),
  ...allowed("A person requests a test twice, and the jobs answer it", [
    JOBS,
    set(TEST, { ...ANSWER, problem: "x".repeat(300) }),
  ]),
  ...denied(
    "A test requested by other people, for another farm, or at another time",
    ...[OWNER, OUTSIDER, FUNCTIONS, null].map((actor) => [actor, { read: TEST }] as const),
    [VIEWER, set("alertTests/vera/fax", QUESTION)],
    [SECOND_OWNER, set("alertTests/otto/webhook", { ...QUESTION, farmId: "oak/" })],
    [VIEWER, set(TEST, { ...QUESTION, doneAt: NOW_MS })],
    [VIEWER, set(TEST, { ...QUESTION, problem: "x" })],
  ),
  ...denied(
    "An answer to a test that nobody requested, or a malformed answer",
    [JOBS, set("alertTests/vera/push", { doneAt: NOW_MS })],
    [JOBS, set(TEST, { ...ANSWER, farmId: "elm" })],
    [JOBS, set(TEST, { ...ANSWER, askedAt: EARLIER_MS - 1 })],
    [JOBS, set(`${TEST}/problem`, "Refused.")],
  ),
  ...allowed(
    "The jobs store which channels they offer",
    [JOBS, set("alertService/foldedAt", SERVER_TIME)],
    [
      JOBS,
      set("alertService", {
        lookedAt: NOW_MS,
        ...Object.fromEntries(
          OFFERED_CHANNELS.map((id) => [id, channelRow(id).offer?.example ?? true]),
        ),
      }),
    ],
  ),
  ...denied(
    "Other people write the offered channels, or the record is malformed",
    ...NOT_JOBS.map((actor) => [actor, remove("alertService/email")] as const),
    [JOBS, remove("alertService")],
    [JOBS, set("alertService/telegram", "a bot")],
  ),
  ...nothing("A read of a test that nobody requested", [OWNER, { read: "alertTests/olga" }]),
];
