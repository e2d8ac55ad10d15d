/** Codes that confirm addresses: a person cannot get more codes, guess a code, or store an address without its code. */

import {
  ADDRESS_KINDS,
  addressRow,
  CHANNEL_IDS,
  channelRow,
  channelsTo,
} from "@greenhouse/domain/alerts/channels";
import type { AddressKind } from "@greenhouse/domain/alerts/channels";
import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { allowed, denied, remove, set, update } from "./case";
import type { Case, Json } from "./case";
import {
  ADDRESS_CODE,
  ADDRESS_SECRET,
  EARLIER_MS,
  FUNCTIONS,
  INVITED,
  JOBS,
  NOW_MS,
  NUMBER,
  OUTSIDER,
  OWNER,
  SECOND_OWNER,
  STORED,
  VIEWER,
} from "./farms";

type Fields = Readonly<Record<string, Json>>;

const SERVER_TIME = { ".sv": "timestamp" };
const CODE = "addressCodes/vera/phone";
const SECRET = "addressSecrets/vera/phone";
const ADDRESS = "users/vera/alerts/addresses/phone";
const OTHER_NUMBER = "+15551234567";
const ASKED = { farmId: "oak", address: NUMBER, via: "sms", askedAt: SERVER_TIME };
const ASKED_AGAIN = { ...ASKED, askedBefore: EARLIER_MS };
const AN_HOUR_AGO = NOW_MS - HOUR_MS;
/** The times of three requests. */
const TIMES = { askedAt: EARLIER_MS, askedBefore: EARLIER_MS - 1, askedEarlier: EARLIER_MS - 2 };
const AFTER_THREE = { ...ASKED, askedBefore: EARLIER_MS, askedEarlier: EARLIER_MS - 1 };
/** Other values of the fields of a request. */
const CHANGES: Fields = {
  farmId: "fir",
  address: OTHER_NUMBER,
  via: "call",
  askedAt: NOW_MS - 3 * MINUTE_MS,
  askedBefore: AN_HOUR_AGO,
  askedEarlier: AN_HOUR_AGO,
};
const NOT_JOBS = [OWNER, OUTSIDER, FUNCTIONS, VIEWER, null] as const;

/** The viewer's record before. */
function stored(code: Fields, secret: Json = ADDRESS_SECRET) {
  return { [CODE]: { ...ADDRESS_CODE, ...code }, [SECRET]: secret };
}

function ask(changes: Fields, kind = "phone") {
  return [VIEWER, set(`addressCodes/vera/${kind}`, { ...ASKED, ...changes })] as const;
}

/** Another person, who has never asked for a code, asks for one. */
function firstAsk(kind: AddressKind, changes: Fields) {
  const request = { ...ASKED, address: STORED[kind], via: channelsTo(kind)[0]!, ...changes };
  return [SECOND_OWNER, set(`addressCodes/otto/${kind}`, request)] as const;
}

function fieldsOf(path: string, fields: Fields) {
  return update(
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${path}/${name}`, value])),
  );
}

function trying(fields: Fields, given?: Readonly<Record<string, Json>>) {
  const operation = fieldsOf(CODE, { typed: "111111", tries: 2, ...fields });
  return given === undefined
    ? ([VIEWER, operation] as const)
    : ([VIEWER, operation, given] as const);
}

function answer(fields: Fields) {
  return [JOBS, fieldsOf(CODE, { askedAt: EARLIER_MS, sentAt: NOW_MS, ...fields })] as const;
}

/** The viewer has asked again, and the jobs have not sent the code. */
const NEWER = stored({ askedAt: NOW_MS - MINUTE_MS });
const CLAIM = { code: "999999", address: NUMBER, askedAt: NOW_MS - MINUTE_MS };

function claim(fields: Fields) {
  return [JOBS, set(SECRET, { ...CLAIM, ...fields }), NEWER] as const;
}

function store(given?: Readonly<Record<string, Json>>, address: Json = NUMBER) {
  return given === undefined
    ? ([VIEWER, set(ADDRESS, address)] as const)
    : ([VIEWER, set(ADDRESS, address), given] as const);
}

export const ADDRESS_CODE_CASES: readonly Case[] = [
  ...allowed(
    "A person asks for a code, three times an hour",
    ask({ via: "call", askedBefore: EARLIER_MS }),
    ask({ address: "+1555123", askedBefore: EARLIER_MS }),
    ask({ address: "-1001234567890", via: "telegram" }, "telegram"),
    ...ADDRESS_KINDS.flatMap((kind) => channelsTo(kind).map((via) => firstAsk(kind, { via }))),
    [VIEWER, set(CODE, AFTER_THREE), stored({ ...TIMES, askedEarlier: AN_HOUR_AGO - 1 })],
    [VIEWER, { read: CODE }],
  ),
  ...denied(
    "A fourth code in an hour, whatever the person writes or removes",
    [VIEWER, set(CODE, AFTER_THREE), stored(TIMES)],
    [VIEWER, set(CODE, AFTER_THREE), stored({ ...TIMES, askedEarlier: AN_HOUR_AGO })],
    ask({ askedBefore: null }),
    [VIEWER, set(CODE, { ...AFTER_THREE, askedEarlier: null }), stored(TIMES)],
    [VIEWER, remove(CODE)],
    [VIEWER, remove("addressCodes/vera")],
    [VIEWER, remove(`${CODE}/askedEarlier`), stored(TIMES)],
    trying({ askedEarlier: null }, stored(TIMES)),
  ),
  ...denied(
    "A request in the name of another person, for another farm, or for a farm without alerts",
    ...[OWNER, OUTSIDER, JOBS, null].map((actor) => [actor, set(CODE, ASKED_AGAIN)] as const),
    ...["elm", "fir", "oak/"].map((farmId) => ask({ farmId, askedBefore: EARLIER_MS })),
  ),
  ...denied(
    "A malformed request",
    ...["address", "via"].map((field) => ask({ askedBefore: EARLIER_MS, [field]: null })),
    ...["+0170123", "+49170", "+4917012345678901"].map((address) =>
      ask({ address, askedBefore: EARLIER_MS }),
    ),
    ...ADDRESS_KINDS.flatMap((kind) => [
      ...CHANNEL_IDS.filter((via) => channelRow(via).address !== kind).map((via) =>
        firstAsk(kind, { via }),
      ),
      ...ADDRESS_KINDS.filter((other) => other !== kind).map((other) =>
        firstAsk(kind, { address: STORED[other] }),
      ),
      ...(addressRow(kind).ignoresCase
        ? [firstAsk(kind, { address: STORED[kind].toUpperCase() })]
        : []),
    ]),
    ask({ address: "0123456789", via: "telegram" }, "telegram"),
    ask({}, "fax"),
    ...[{ sentAt: NOW_MS }, { problem: "x" }, { typed: "042317" }, { tries: 1 }].map((field) =>
      ask({ askedBefore: EARLIER_MS, ...field }),
    ),
  ),
  ...denied(
    "Other people read or remove a request",
    ...[OWNER, OUTSIDER, FUNCTIONS, null].flatMap((actor) => [
      [actor, { read: CODE }] as const,
      [actor, { read: "addressCodes/vera" }] as const,
      [actor, remove(CODE)] as const,
    ]),
  ),

  ...allowed(
    "A person types a code, five times",
    trying({}),
    trying({ tries: 5 }, stored({ tries: 4 })),
    trying({ tries: 1 }, stored({ typed: null, tries: null })),
  ),
  ...denied(
    "A sixth try, or a try that is not counted",
    trying({ tries: 6 }, stored({ tries: 5 })),
    ...[1, 3].map((tries) => trying({ tries })),
    [VIEWER, set(`${CODE}/typed`, "111111")],
  ),
  ...denied(
    "A malformed try, or a try that changes the request or its answer",
    ...["1234567", "12345a"].map((typed) => trying({ typed })),
    ...[CHANGES, { sentAt: NOW_MS, problem: "x" }].flatMap((changes) =>
      Object.entries(changes).map(([name, value]) => trying({ [name]: value })),
    ),
    ...NOT_JOBS.filter((actor) => actor !== VIEWER).map(
      (actor) => [actor, fieldsOf(CODE, { typed: "111111", tries: 2 })] as const,
    ),
  ),

  ...allowed(
    "The jobs answer a request and remove it after an hour",
    answer({}),
    answer({ sentAt: null, problem: "x".repeat(300) }),
    [JOBS, remove(CODE), stored({ askedAt: AN_HOUR_AGO - 1 })],
  ),
  ...denied(
    "An answer to another request, or a request removed too early",
    ...Object.entries({ ...CHANGES, typed: "111111", tries: 2 }).map(([name, value]) =>
      answer({ [name]: value }),
    ),
    [JOBS, remove(CODE)],
    [JOBS, remove(CODE), stored({ askedAt: AN_HOUR_AGO })],
    [VIEWER, remove(CODE), stored({ askedAt: AN_HOUR_AGO - 1 })],
  ),
  ...allowed("The jobs store the code of a request once, before they send it", claim({}), [
    JOBS,
    remove(SECRET),
  ]),
  ...denied(
    "A second code for a request, or a code for another address or request",
    [JOBS, set(SECRET, { ...ADDRESS_SECRET, code: "999999" })],
    claim({ address: OTHER_NUMBER }),
    claim({ code: null }),
    ...["1234567", "12345a"].map((code) => claim({ code })),
  ),
  ...denied(
    "Anybody else reads, stores or removes the code of a request",
    ...NOT_JOBS.flatMap((actor) => [
      [actor, { read: SECRET }] as const,
      [actor, remove(SECRET)] as const,
      [actor, set(SECRET, CLAIM), NEWER] as const,
    ]),
    [JOBS, { read: "addressSecrets" }],
  ),

  ...allowed(
    "A person stores an address that the typed code confirms",
    [VIEWER, update({ [ADDRESS]: NUMBER, "users/vera/alerts/sms": true })],
    [VIEWER, set("users/vera/alerts/addresses", { phone: NUMBER })],
    [VIEWER, set(ADDRESS, NUMBER), { [CODE]: null, [SECRET]: null, [ADDRESS]: NUMBER }],
  ),
  ...denied(
    "An address that is not confirmed",
    store(stored({ typed: "042318" })),
    store(undefined, OTHER_NUMBER),
    store(stored({ askedAt: NOW_MS - MINUTE_MS })),
    store({ [SECRET]: null }),
    store(
      stored(
        { askedAt: NOW_MS - 15 * MINUTE_MS },
        { ...ADDRESS_SECRET, askedAt: NOW_MS - 15 * MINUTE_MS },
      ),
    ),
    [VIEWER, set("users/vera/alerts/addresses/telegram", NUMBER)],
    [SECOND_OWNER, set("users/otto/alerts/addresses/phone", NUMBER)],
    [OWNER, set(ADDRESS, NUMBER)],
    [JOBS, set(ADDRESS, NUMBER)],
  ),
  ...denied("A code that is typed and used in the same update, so that nobody counts it", [
    VIEWER,
    update({ [`${CODE}/typed`]: "042317", [`${CODE}/tries`]: 2, [ADDRESS]: NUMBER }),
    stored({ typed: "000000" }),
  ]),
  ...denied("A member without an answered invitation reads another person's address", [
    INVITED,
    { read: ADDRESS },
    { [ADDRESS]: NUMBER },
  ]),
];
