/** Counts that limit deliveries, and calls that wait for an answer. */

import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { allowed, denied, remove, set, update } from "./case";
import type { Case, Json } from "./case";
import {
  ALERT_CALL,
  CALL_ID,
  COLD_ID,
  DAY,
  FUNCTIONS,
  HASH,
  JOBS,
  NEWCOMER,
  NOW_MS,
  OUTSIDER,
  OWNER,
  VIEWER,
} from "./farms";

const COUNTS = `deliveryCounts/${DAY}`;
const ONE_MORE = { ".sv": { increment: 1 } };
const ONE_LESS = { ".sv": { increment: -1 } };
const OF_VERA = `${COUNTS}/sms/persons/vera`;
const OF_OAK = `${COUNTS}/sms/farms/oak`;
const OF_NUMBER = `${COUNTS}/sms/addresses/${HASH}`;
const OF_ADDRESS = `${COUNTS}/addresses/${HASH}`;
const SENT_COUNTS = [
  OF_VERA,
  OF_OAK,
  OF_NUMBER,
  `${COUNTS}/sms/total`,
  ...["total", "persons/vera", `addresses/${HASH}`, "farms/oak"].map(
    (path) => `${COUNTS}/call/${path}`,
  ),
];
const ALL_COUNTS = [...SENT_COUNTS, OF_ADDRESS];
const BUDGETS = { [`${COUNTS}/sms/budget`]: 200, [`${COUNTS}/call/budget`]: 200 };
const CALL = `alertCalls/${CALL_ID}`;
const NEW_CALL = { ...ALERT_CALL, at: NOW_MS, until: NOW_MS + HOUR_MS };
const NEW_CALL_PATH = `alertCalls/${"x".repeat(20)}`;
const ACKNOWLEDGED = `alerts/oak/open/${COLD_ID}/acknowledgedBy`;
const NOT_JOBS = [OWNER, VIEWER, OUTSIDER, FUNCTIONS, null] as const;

function counted(path: string, before: Json) {
  return [JOBS, set(path, ONE_MORE), { [path]: before }] as const;
}

function call(changes: Readonly<Record<string, Json>>, path = NEW_CALL_PATH) {
  return [JOBS, set(path, { ...NEW_CALL, ...changes })] as const;
}

function answering(person: string) {
  return [
    person,
    update({ [CALL]: null, [ACKNOWLEDGED]: person }),
    { [CALL]: { ...ALERT_CALL, person } },
  ] as const;
}

export const DELIVERY_CASES: readonly Case[] = [
  ...allowed(
    "The jobs count a delivery in the update that claims it, up to the limits",
    ...["sms", "call"].map(
      (channel) =>
        [
          JOBS,
          update({
            [`${COUNTS}/${channel}/budget`]: 200,
            [`${COUNTS}/${channel}/total`]: ONE_MORE,
            [`${COUNTS}/${channel}/persons/vera`]: ONE_MORE,
            [`${COUNTS}/${channel}/addresses/${HASH}`]: ONE_MORE,
            [`${COUNTS}/${channel}/farms/oak`]: ONE_MORE,
          }),
        ] as const,
    ),
    counted(OF_VERA, 19),
    counted(OF_NUMBER, 19),
    counted(OF_OAK, 99),
    counted(`${COUNTS}/call/persons/vera`, 4),
    counted(`${COUNTS}/call/addresses/${HASH}`, 4),
    counted(`${COUNTS}/call/farms/oak`, 29),
    ...["sms", "call"].map(
      (channel) =>
        [
          JOBS,
          set(`${COUNTS}/${channel}/total`, ONE_MORE),
          { [`${COUNTS}/${channel}`]: { budget: 200, total: 199 } },
        ] as const,
    ),
    [JOBS, set(`${COUNTS}/sms/budget`, 0)],
    counted(OF_ADDRESS, 2),
    ...SENT_COUNTS.map((path) => [JOBS, set(path, ONE_LESS), { ...BUDGETS, [path]: 1 }] as const),
    [JOBS, remove(COUNTS), { [OF_VERA]: 20 }],
  ),
  ...denied(
    "A count above its limit, below zero, or not one more or less than before",
    ...["sms", "call"].flatMap((channel) => [
      [
        JOBS,
        set(`${COUNTS}/${channel}/total`, ONE_MORE),
        { [`${COUNTS}/${channel}`]: { budget: 200, total: 200 } },
      ] as const,
      [JOBS, remove(`${COUNTS}/${channel}/budget`), { ...BUDGETS, [OF_VERA]: 1 }] as const,
      ...[-1, 1.5, 1e9 + 1].map(
        (budget) => [JOBS, set(`${COUNTS}/${channel}/budget`, budget)] as const,
      ),
    ]),
    counted(OF_VERA, 20),
    counted(OF_NUMBER, 20),
    counted(OF_OAK, 100),
    counted(`${COUNTS}/call/persons/vera`, 5),
    counted(`${COUNTS}/call/addresses/${HASH}`, 5),
    counted(`${COUNTS}/call/farms/oak`, 30),
    counted(OF_ADDRESS, 3),
    ...ALL_COUNTS.flatMap((path) => [
      [JOBS, remove(path), { [path]: 2, [`${COUNTS}/sms/persons/otto`]: 1 }] as const,
      ...[0, 2, 4].map((number) => [JOBS, set(path, number), { ...BUDGETS, [path]: 2 }] as const),
      [JOBS, set(path, ONE_LESS), { ...BUDGETS, [path]: 0 }] as const,
    ]),
  ),
  ...denied(
    "A malformed count, or a count of a channel without limits",
    [JOBS, set(`deliveryCounts/today/addresses/${HASH}`, 1)],
    [JOBS, set(`${COUNTS}/addresses/+491701234567`, 1)],
    ...["sms", "call"].map(
      (channel) => [JOBS, set(`${COUNTS}/${channel}/addresses/+491701234567`, 1)] as const,
    ),
    [JOBS, set(`${COUNTS}/email/total`, 1)],
  ),
  ...denied(
    "Other people read, raise or remove counts",
    ...NOT_JOBS.flatMap((actor) => [
      [actor, { read: OF_VERA }, { [OF_VERA]: 1 }] as const,
      [actor, remove(COUNTS), { [OF_VERA]: 1 }] as const,
      ...ALL_COUNTS.map((path) => [actor, set(path, 1), BUDGETS] as const),
      ...Object.keys(BUDGETS).map((path) => [actor, set(path, 1)] as const),
    ]),
  ),

  ...allowed(
    "The jobs store a call and remove it, and its person answers it once",
    call({}),
    call({}, `alertCalls/${"x".repeat(100)}`),
    [JOBS, set(CALL, NEW_CALL)],
    [JOBS, remove(CALL)],
    answering(VIEWER),
  ),
  ...denied(
    "A call that is answered again, or by somebody who is not a member or not its person",
    [VIEWER, update({ [CALL]: null, [ACKNOWLEDGED]: VIEWER }), { [CALL]: null }],
    [JOBS, remove(CALL), { [CALL]: null }],
    answering(NEWCOMER),
    answering(OUTSIDER),
    [OWNER, update({ [CALL]: null, [ACKNOWLEDGED]: OWNER })],
    [VIEWER, update({ [CALL]: null, [ACKNOWLEDGED]: OWNER })],
    [JOBS, update({ [CALL]: null, [ACKNOWLEDGED]: VIEWER })],
  ),
  ...denied(
    "A call by other people, a changed call, or a malformed call",
    ...NOT_JOBS.flatMap((actor) => [
      [actor, set(NEW_CALL_PATH, NEW_CALL)] as const,
      [actor, { read: CALL }] as const,
    ]),
    ...[OWNER, OUTSIDER, FUNCTIONS, null].map((actor) => [actor, remove(CALL)] as const),
    [JOBS, set(CALL, { ...NEW_CALL, person: OWNER })],
    ...["farmId", "person", "at", "until"].map((field) => call({ [field]: null })),
    call({ until: NOW_MS + HOUR_MS + 11 * MINUTE_MS }),
    call({ farmId: "oak/" }),
    call({ person: "elmo" }),
    call({ person: "vera/" }),
    ...["x".repeat(19), "x".repeat(101), `${"x".repeat(20)} `].map((id) =>
      call({}, `alertCalls/${id}`),
    ),
  ),
];
