/**
 * Sends the codes that confirm addresses. A code is stored before it is sent, in an update that the rules allow once for
 * each request. So no code is sent twice. If a run is killed, the person asks again.
 */

import { hash } from "node:crypto";

import { ADDRESS_KINDS, type AddressKind, type Channel } from "@greenhouse/domain/alerts/channels";
import {
  CODE_PERIOD_MS,
  createCode,
  MAX_CODES_OF_ADDRESS,
  parseAddressCode,
  type AddressCode,
  type AddressSecret,
} from "@greenhouse/domain/alerts/codes";
import { countCode, countDelivery, countsPath } from "@greenhouse/domain/alerts/deliveries";
import { isAccepted } from "@greenhouse/domain/alerts/people-records";
import { inParallel } from "@greenhouse/domain/in-parallel";
import { asNumber, entriesOf } from "@greenhouse/domain/stored";
import { MINUTE_MS } from "@greenhouse/domain/time";
import { isLanguage, type Language } from "@greenhouse/domain/words/languages";
import { pagesOf } from "@greenhouse/database/client/pages";
import type { ChannelSender, Service } from "../channels/channel";
import type { Database } from "../database";
import { problemText, refused, type Outcome, type Problem } from "../delivery/outcome";
import type { Run } from "../run";
import { CHANNEL_OFF, NOT_PREPARED } from "./deliverer";
import { findLimit, hashAddress, sendCounted } from "./limits";

export interface CodeRun extends Pick<Run, "database" | "log" | "now" | "randomInt"> {
  readonly senders: Readonly<Partial<Record<Channel, Pick<ChannelSender, "composeCode">>>>;
  readonly services: ReadonlyMap<Channel, Service>;
  /** Differs between deployments, so that equal addresses have different hashes. */
  readonly salt: string;
  /** After this time, in Unix milliseconds, no code is sent. */
  readonly until: number;
}

interface CodeRequest {
  readonly person: string;
  readonly kind: AddressKind;
  readonly code: AddressCode;
}

/** After this time nobody waits for the code. */
const MAX_AGE_MS = 10 * MINUTE_MS;
/** The rules let the jobs remove a request after an hour of the database's clock, which may be behind. */
const KEPT_FOR_MS = CODE_PERIOD_MS + 10 * MINUTE_MS;
const AT_ONCE = 5;
/** Codes of one run. The oldest requests come first. */
const MAX_CODES = 30;
/** People that are read at once. */
const PAGE_SIZE = 200;

const TOO_LATE: Problem = {
  en: "The code was not sent in time. Ask for a new code.",
  de: "Der Code wurde nicht rechtzeitig gesendet. Fordern Sie einen neuen an.",
};
const NOT_OF_FARM: Problem = {
  en: "Codes are only sent to members of a farm whose alerts are on.",
  de: "Codes bekommen nur Mitglieder eines Betriebs, dessen Alarme eingeschaltet sind.",
};
const ADDRESS_LIMIT: Problem = {
  en: `The same address gets at most ${MAX_CODES_OF_ADDRESS} codes a day. Try again tomorrow (UTC).`,
  de: `Dieselbe Adresse bekommt höchstens ${MAX_CODES_OF_ADDRESS} Codes am Tag. Versuchen Sie es morgen wieder (UTC).`,
};

export async function sendCodes(run: CodeRun): Promise<void> {
  const { database, now, until } = run;
  await inParallel(await readOldest(database, now()), AT_ONCE, async (request) => {
    if (now() >= until) return;
    const outcome = await sendCode(request, run).catch((error: unknown): Outcome => {
      run.log.farmFailed(request.code.farmId, error);
      return refused(NOT_PREPARED);
    });
    if (outcome.kind !== "unwanted") await storeOutcome(request, outcome, run);
  });
}

/** Reads the oldest requests without an answer. Removes requests that no longer count for the limit. */
async function readOldest(database: Database, now: number): Promise<readonly CodeRequest[]> {
  let oldest: readonly CodeRequest[] = [];
  for await (const people of pagesOf(database, "addressCodes", PAGE_SIZE)) {
    const requests = people.flatMap(([person, codes]) => requestsOf(person, codes));
    const isOver = ({ code }: CodeRequest): boolean => code.askedAt < now - KEPT_FOR_MS;
    const over = requests
      .filter(isOver)
      .flatMap((request) => [codePath(request), secretPath(request)]);
    if (over.length > 0) {
      await database.update(Object.fromEntries(over.map((path) => [path, null])));
    }
    const waiting = requests.filter((request) => !isOver(request) && isWaiting(request));
    oldest = [...oldest, ...waiting]
      .toSorted((a, b) => a.code.askedAt - b.code.askedAt)
      .slice(0, MAX_CODES);
  }
  return oldest;
}

function isWaiting({ code: { sentAt, problem } }: CodeRequest): boolean {
  return sentAt === undefined && problem === undefined;
}

function requestsOf(person: string, stored: unknown): readonly CodeRequest[] {
  return entriesOf(stored).flatMap(([name, record]) => {
    const kind = ADDRESS_KINDS.find((candidate) => candidate === name);
    const code = kind && parseAddressCode(record, kind);
    return kind && code ? [{ person, kind, code }] : [];
  });
}

/** @returns "unwanted" if another run has sent the code, or the person has asked again */
async function sendCode(request: CodeRequest, run: CodeRun): Promise<Outcome> {
  const { database, now, randomInt } = run;
  const { person, code } = request;
  const { farmId, address, via, askedAt } = code;
  const at = now();
  if (at - askedAt > MAX_AGE_MS) return refused(TOO_LATE);
  if (!(await isMemberOfWatchedFarm(database, person, farmId))) return refused(NOT_OF_FARM);
  const sender = run.senders[via];
  const service = run.services.get(via);
  if (sender?.composeCode === undefined || service === undefined) return refused(CHANNEL_OFF);
  const addressHash = hashAddress(request.kind, address, run.salt);
  const { budget } = service;
  const delivery = { channel: via, person, address: addressHash, farmId, budget, at };
  const limit =
    (await findAddressLimit(database, addressHash, at)) ??
    (await findLimit(database, { ...delivery, isUrgent: false }));
  if (limit !== undefined) return refused(limit);
  const secret: AddressSecret = { code: createCode(randomInt), address, askedAt };
  const claimed = await database.update({
    [secretPath(request)]: secret,
    ...countDelivery(delivery),
    ...countCode(addressHash, at),
  });
  if (claimed === "denied") return { kind: "unwanted" };
  const language = await readLanguage(database, person);
  const messageId = `code-${askedAt}.${hash("sha256", person).slice(0, 16)}`;
  const message = sender.composeCode({ code: secret.code, address, language, messageId });
  return sendCounted(database, delivery, () => service.deliver(message));
}

async function storeOutcome(
  request: CodeRequest,
  outcome: Outcome,
  { database, log, now }: CodeRun,
): Promise<void> {
  const { farmId, via, askedAt } = request.code;
  const path = codePath(request);
  // The rules refuse an answer to another request than the stored one.
  const asked = { [`${path}/askedAt`]: askedAt };
  if (!("problem" in outcome)) {
    await database.update({ ...asked, [`${path}/sentAt`]: now() });
    return;
  }
  const { problem } = outcome;
  log.deliveryFailed(farmId, via, problemText(problem, "en"), true);
  const language = await readLanguage(database, request.person);
  await database.update({ ...asked, [`${path}/problem`]: problemText(problem, language) });
}

async function isMemberOfWatchedFarm(
  database: Database,
  person: string,
  farmId: string,
): Promise<boolean> {
  const [role, listed, watched] = await Promise.all([
    database.get(`farms/${farmId}/members/${person}`),
    database.get(`users/${person}/farms/${farmId}`),
    database.get(`alertSettings/${farmId}/silentAfterMinutes`),
  ]);
  return typeof role === "string" && isAccepted(listed) && watched !== null;
}

async function findAddressLimit(
  database: Database,
  addressHash: string,
  at: number,
): Promise<Problem | undefined> {
  const sent = asNumber(await database.get(`${countsPath(at)}/addresses/${addressHash}`)) ?? 0;
  return sent >= MAX_CODES_OF_ADDRESS ? ADDRESS_LIMIT : undefined;
}

async function readLanguage(database: Database, person: string): Promise<Language> {
  const language = await database.get(`users/${person}/alerts/language`);
  return isLanguage(language) ? language : "en";
}

function codePath({ person, kind }: CodeRequest): string {
  return `addressCodes/${person}/${kind}`;
}

function secretPath({ person, kind }: CodeRequest): string {
  return `addressSecrets/${person}/${kind}`;
}
