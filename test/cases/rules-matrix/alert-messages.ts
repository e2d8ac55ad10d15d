/** Messages in the outbox, those that could not be delivered, tests of the channels, and the jobs' own status. */

import { allowed, denied, nothing, remove, set, update } from "./case";
import type { Case, Json } from "./case";
import {
  COLD_FACT,
  COLD_ID,
  DAY_MS,
  EARLIER_MS,
  FUNCTIONS,
  INVITED,
  JOBS,
  MESSAGE_ID,
  MINUTE_MS,
  NEWCOMER,
  NEW_KEY,
  NOW_MS,
  OUTSIDER,
  OWNER,
  SECOND_OWNER,
  VIEWER,
} from "./farms";

type Fields = Readonly<Record<string, Json>>;

const SERVER_TIME = { ".sv": "timestamp" };
const LATER = NOW_MS + 20 * MINUTE_MS;
const OUTBOX = "alertOutbox/oak";
const SENT = `${OUTBOX}/${MESSAGE_ID}`;
const TO_WEBHOOK = `${SENT}/to/webhook`;
const ENTRY = {
  at: NOW_MS,
  raised: { [COLD_ID]: { ...COLD_FACT, extreme: 4, hour: { "60": 9, "40": 7.5, "20": 6 } } },
  to: { "email,otto": { attempts: 0, nextAt: NOW_MS } },
};
const NOT_JOBS = [OWNER, VIEWER, OUTSIDER, NEWCOMER, FUNCTIONS, null] as const;
const TEST = "alertTests/oak/vera/email";
const UNDELIVERED = "alerts/oak/undelivered";
const PROBLEM = { at: EARLIER_MS, problem: "Mailbox full." };

function writing(message: Json, path = `${OUTBOX}/${NEW_KEY}`, version = 8) {
  return [JOBS, update({ "alerts/oak/version": version, [path]: message })] as const;
}

function about(fact: Fields, id = COLD_ID) {
  return writing({ ...ENTRY, raised: { [id]: { ...COLD_FACT, ...fact } } });
}

function to(recipientId: string, attempts: Json = { attempts: 0, nextAt: NOW_MS }) {
  return writing({ ...ENTRY, to: { [recipientId]: attempts } });
}

export const ALERT_MESSAGE_CASES: readonly Case[] = [
  ...allowed(
    "A message written with its look, claimed, and done",
    writing(ENTRY),
    writing({
      ...ENTRY,
      raised: null,
      cleared: { [COLD_ID]: { ...COLD_FACT, clearedAt: NOW_MS } },
    }),
    writing({
      ...ENTRY,
      reminded: {
        "silent,,twin": { ...COLD_FACT, kind: "silent", measurement: null, uid: "twin" },
      },
    }),
    writing(ENTRY, `${OUTBOX}/0af3_x`),
    to("push,phone,vera"),
    to("email,a,b"),
    to("webhook", { attempts: 0, nextAt: NOW_MS + DAY_MS }),
    [JOBS, set(TO_WEBHOOK, { attempts: 1, nextAt: NOW_MS + DAY_MS })],
    [JOBS, set(`${SENT}/to/email,otto`, { attempts: 3, nextAt: NOW_MS })],
    [JOBS, remove(TO_WEBHOOK)],
    [JOBS, remove(`alertOutbox/elm/${MESSAGE_ID}/to/webhook`)],
    [JOBS, remove(SENT)],
    [JOBS, update({ [SENT]: null, [`${UNDELIVERED}/webhook`]: PROBLEM })],
  ),
  ...denied(
    "A message without its look, twice, or changed",
    [JOBS, set(`${OUTBOX}/${NEW_KEY}`, ENTRY)],
    writing(ENTRY, `${OUTBOX}/${NEW_KEY}`, 7),
    writing(ENTRY, `alertOutbox/elm/${NEW_KEY}`),
    writing(ENTRY, `alertOutbox/fir/${NEW_KEY}`),
    writing(ENTRY, SENT),
    writing(NOW_MS, `${SENT}/at`),
    writing({ attempts: 0, nextAt: NOW_MS }, `${SENT}/to/email,vera`),
    writing({ [NEW_KEY]: ENTRY }, OUTBOX),
    [JOBS, set(`${SENT}/to/email,vera`, { attempts: 1, nextAt: NOW_MS })],
    [JOBS, set(`${SENT}/raised/${COLD_ID}/value`, 1)],
    [JOBS, remove(`${SENT}/raised`)],
    [JOBS, remove(`${SENT}/to`)],
    [JOBS, remove(OUTBOX)],
  ),
  ...denied(
    "A claim that is not one higher, or in another shape",
    ...[0, 2, "1", null, { deep: 1 }].map(
      (attempts) => [JOBS, set(TO_WEBHOOK, { attempts, nextAt: NOW_MS })] as const,
    ),
    ...[0, NOW_MS + 3 * DAY_MS, "soon", null, true].map(
      (nextAt) => [JOBS, set(TO_WEBHOOK, { attempts: 1, nextAt })] as const,
    ),
    [JOBS, set(TO_WEBHOOK, { attempts: 1, nextAt: NOW_MS, note: 1 })],
    [JOBS, set(`${TO_WEBHOOK}/nextAt`, NOW_MS + DAY_MS)],
    [JOBS, remove(`${TO_WEBHOOK}/attempts`)],
  ),
  ...denied(
    "A message in another shape",
    writing({ ...ENTRY, at: null }),
    writing({ ...ENTRY, at: 0 }),
    writing({ ...ENTRY, at: LATER }),
    writing({ ...ENTRY, at: "now" }),
    writing({ ...ENTRY, to: null }),
    writing({ ...ENTRY, to: "webhook" }),
    writing({ ...ENTRY, raised: true }),
    writing({ ...ENTRY, opened: ENTRY.raised }),
    writing({ ...ENTRY, raised: { [COLD_ID]: true } }),
    writing(true),
    writing(ENTRY, `${OUTBOX}/${"x".repeat(101)}`),
    writing(ENTRY, `${OUTBOX}/a b`),
    to("sms,vera"),
    to("email,"),
    to("email"),
    to("push,vera"),
    to("push,,vera"),
    to(`push,${"x".repeat(101)},vera`),
    to(`email,${"x".repeat(129)}`),
    to("webhook", true),
    to("webhook", { attempts: -1, nextAt: NOW_MS }),
    to("webhook", { attempts: 1001, nextAt: NOW_MS }),
    to("webhook", { attempts: "0", nextAt: NOW_MS }),
    to("webhook", { attempts: 0 }),
    to("webhook", { nextAt: NOW_MS }),
    ...["kind", "uid", "sensorName", "greenhouse", "greenhouseName", "since"].map((field) =>
      about({ [field]: null }),
    ),
    about({}, "below,temperature,twin"),
    about({}, "above,temperature,dht-1"),
    about({ measurement: null }),
    about({ kind: "cold" }, "cold,temperature,dht-1"),
    about({ measurement: "pressure" }, "below,pressure,dht-1"),
    about({ sensorName: "" }),
    about({ greenhouseName: "x".repeat(101) }),
    about({ value: "4" }),
    about({ since: LATER }),
    about({ clearedAt: 0 }),
    about({ raisedAt: NOW_MS }),
    about({ hour: true }),
    about({ hour: { "30": 9 } }),
    about({ hour: { "60": "9" } }),
  ),
  ...denied(
    "Messages read, written or removed by somebody else",
    ...NOT_JOBS.flatMap((actor) => [
      [actor, { read: SENT }] as const,
      [actor, { read: "alertOutbox" }] as const,
      [actor, writing(ENTRY)[1]] as const,
      [actor, set(`${OUTBOX}/${NEW_KEY}`, ENTRY)] as const,
      [actor, set(TO_WEBHOOK, { attempts: 1, nextAt: NOW_MS })] as const,
      [actor, remove(TO_WEBHOOK)] as const,
      [actor, remove(SENT)] as const,
    ]),
  ),
  ...allowed(
    "Recipients that messages do not reach",
    [JOBS, set(`${UNDELIVERED}/push,phone,vera`, PROBLEM)],
    [JOBS, set(`${UNDELIVERED}/email,otto`, { at: NOW_MS, problem: "x".repeat(300) })],
    [JOBS, remove(`${UNDELIVERED}/email,otto`)],
    [VIEWER, { read: UNDELIVERED }],
  ),
  ...denied(
    "Recipients that messages do not reach, in another shape or by somebody else",
    ...NOT_JOBS.flatMap((actor) => [
      [actor, set(`${UNDELIVERED}/webhook`, PROBLEM)] as const,
      [actor, remove(`${UNDELIVERED}/email,otto`)] as const,
    ]),
    [JOBS, set(`${UNDELIVERED}/sms,otto`, PROBLEM)],
    ...[0, LATER, "now"].map(
      (at) => [JOBS, set(`${UNDELIVERED}/webhook`, { ...PROBLEM, at })] as const,
    ),
    ...["", "x".repeat(301), 7, null].map(
      (problem) => [JOBS, set(`${UNDELIVERED}/webhook`, { ...PROBLEM, problem })] as const,
    ),
    [JOBS, set(`${UNDELIVERED}/webhook`, { ...PROBLEM, address: "otto@example.org" })],
    [JOBS, set(`${UNDELIVERED}/webhook`, { problem: "x" })],
    [JOBS, remove(`${UNDELIVERED}/email,otto/at`)],
    [JOBS, set(UNDELIVERED, { webhook: PROBLEM })],
    [JOBS, remove(UNDELIVERED)],
  ),
  ...allowed(
    "A test asked for, again, and answered",
    [VIEWER, set(TEST, { askedAt: SERVER_TIME })],
    [INVITED, set("alertTests/oak/ivan/push", { askedAt: SERVER_TIME })],
    [SECOND_OWNER, set("alertTests/oak/otto/webhook", { askedAt: SERVER_TIME })],
    [VIEWER, { read: "alertTests/oak/vera" }],
    [VIEWER, { read: TEST }],
    [JOBS, { read: TEST }],
    [JOBS, update({ [`${TEST}/doneAt`]: NOW_MS, [`${TEST}/problem`]: "Refused." })],
    [JOBS, set(TEST, { askedAt: EARLIER_MS, doneAt: NOW_MS, problem: "x".repeat(300) })],
  ),
  ...denied(
    "A test asked for by somebody else, for another, or at another time",
    ...[OWNER, OUTSIDER, NEWCOMER, FUNCTIONS, null].flatMap((actor) => [
      [actor, set(TEST, { askedAt: SERVER_TIME })] as const,
      [actor, { read: TEST }] as const,
    ]),
    ...[OUTSIDER, NEWCOMER, FUNCTIONS, JOBS].flatMap((actor) => [
      [actor, set(`alertTests/oak/${actor}/email`, { askedAt: SERVER_TIME })] as const,
      [actor, set(`alertTests/oak/${actor}/webhook`, { askedAt: SERVER_TIME })] as const,
    ]),
    [null, set("alertTests/oak/null/email", { askedAt: SERVER_TIME })],
    [VIEWER, set("alertTests/oak/vera/webhook", { askedAt: SERVER_TIME })],
    [VIEWER, set("alertTests/oak/vera/sms", { askedAt: SERVER_TIME })],
    [VIEWER, set("alertTests/elm/vera/email", { askedAt: SERVER_TIME })],
    ...[NOW_MS - MINUTE_MS, LATER, true, null].map(
      (askedAt) => [VIEWER, set(TEST, { askedAt })] as const,
    ),
    [VIEWER, set(TEST, { askedAt: SERVER_TIME, doneAt: NOW_MS })],
    [VIEWER, set(TEST, { askedAt: SERVER_TIME, problem: "x" })],
    [VIEWER, set(TEST, { askedAt: SERVER_TIME, address: "me@example.org" })],
    [VIEWER, set("alertTests/oak/vera", { email: { askedAt: SERVER_TIME } })],
    [VIEWER, set(`${TEST}/doneAt`, NOW_MS)],
    [VIEWER, remove(TEST)],
    [VIEWER, { read: "alertTests/oak" }],
  ),
  ...denied(
    "A test answered that nobody has asked for, or in another shape",
    [JOBS, set("alertTests/oak/vera/push", { askedAt: EARLIER_MS, doneAt: NOW_MS })],
    [JOBS, set("alertTests/oak/vera/push", { doneAt: NOW_MS })],
    [JOBS, set(TEST, { askedAt: EARLIER_MS - 1, doneAt: NOW_MS })],
    [JOBS, set(TEST, { doneAt: NOW_MS })],
    [JOBS, set(`${TEST}/problem`, "Refused.")],
    [JOBS, remove(TEST)],
    ...[EARLIER_MS - DAY_MS, LATER, "now"].map((at) => [JOBS, set(`${TEST}/doneAt`, at)] as const),
    ...["", "x".repeat(301), 7].map(
      (problem) => [JOBS, set(TEST, { askedAt: EARLIER_MS, doneAt: NOW_MS, problem })] as const,
    ),
    [JOBS, set(TEST, { askedAt: EARLIER_MS, doneAt: NOW_MS, note: "x" })],
  ),
  ...allowed(
    "What the jobs offer",
    [JOBS, set("alertService", { lookedAt: NOW_MS })],
    [JOBS, set("alertService/lookedAt", SERVER_TIME)],
    [JOBS, set("alertService", { lookedAt: NOW_MS, email: true, push: "Q".repeat(87) })],
    [NEWCOMER, { read: "alertService/push" }],
  ),
  ...denied(
    "What the jobs offer, by somebody else or in another shape",
    ...NOT_JOBS.map((actor) => [actor, set("alertService/lookedAt", NOW_MS)] as const),
    [null, { read: "alertService" }],
    ...[EARLIER_MS - DAY_MS, LATER, "now", null].map(
      (lookedAt) => [JOBS, set("alertService", { lookedAt, email: true })] as const,
    ),
    [JOBS, set("alertService/email", false)],
    [JOBS, set("alertService/push", "x")],
    [JOBS, set("alertService/note", "x")],
    [JOBS, remove("alertService/lookedAt")],
    [JOBS, remove("alertService")],
  ),
  ...nothing("A test that nobody asked for", [OWNER, { read: "alertTests/oak/olga" }]),
];
