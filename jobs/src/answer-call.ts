/**
 * Answers a call: the person pressed a key, or none. 1 acknowledges the alerts that the farm had when the call was made,
 * as that person. Nothing is read before the provider's signature is checked, and each call is answered once.
 */

import { parseAlertCall, type AlertCall } from "@greenhouse/domain/alerts/deliveries";
import { parseOpenAlerts } from "@greenhouse/domain/alerts/records";
import {
  answerUrl,
  callPath,
  parseAnswerQuery,
  requestedUrl,
  type AnswerAddress,
} from "./answered-calls";
import type { Database, Update } from "./database";
import { isSigned } from "./delivery/twilio-signature";
import { SPOKEN } from "./messages/spoken-words";
import { ask, say } from "./messages/twiml";

export interface AnswerRequest {
  readonly method: string;
  /** The part of the address from `?` on. */
  readonly query: string;
  readonly signature: string | undefined;
  /** Form-encoded; undefined if it is too long. */
  readonly body: string | undefined;
}

export interface Reply {
  readonly status: number;
  readonly type: "text/xml" | "text/plain";
  readonly text: string;
}

export interface CallAnswering {
  /** With which the provider signs; undefined if the deployment makes no calls. */
  readonly authToken: string | undefined;
  /** The origin of the farm page. */
  readonly pageUrl: string;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Opens the database as the jobs and as a person, while the work runs. */
  readonly withDatabase: <T>(work: (databases: Databases) => Promise<T>) => Promise<T>;
  /** Takes the error of a database out of reach. */
  readonly onFailure: (error: unknown) => void;
}

export interface Databases {
  readonly jobs: Pick<Database, "get" | "readPage">;
  /** The rules check whether the person is a member of the farm. */
  readonly updateAs: (person: string, update: Update) => ReturnType<Database["update"]>;
}

/** The sentence that ends a call. */
type Ending = "thanks" | "nothingLeft" | "noMember" | "notValid";

const PRESSED = "1";
/** Open alerts that are read, and acknowledged in one update. */
const PAGE_SIZE = 1000;
/** An alert that ends in the meantime makes the rules refuse the update. */
const MAX_TRIES = 3;

export async function answerCall(
  { method, query, signature, body }: AnswerRequest,
  { authToken, pageUrl, now, withDatabase, onFailure }: CallAnswering,
): Promise<Reply> {
  if (authToken === undefined) return refuse(404, "This deployment makes no calls.");
  if (method !== "POST") return refuse(405, "Use POST.");
  if (body === undefined) return refuse(413, "The body is too long.");
  const parameters = new URLSearchParams(body);
  if (!isSigned({ signature, url: requestedUrl(pageUrl, query), parameters }, authToken)) {
    return refuse(403, "The signature is not valid.");
  }
  const address = parseAnswerQuery(query);
  if (address === undefined) return refuse(400, "The address is not valid.");
  const { language } = address;
  if (parameters.get("Digits") !== PRESSED) return askAgain(pageUrl, address);
  try {
    const ending = await withDatabase((databases) => acknowledge(databases, address.id, now()));
    return twiml(say([SPOKEN[language][ending]], language));
  } catch (error) {
    onFailure(error);
    return twiml(say([SPOKEN[language].failed], language));
  }
}

function askAgain(pageUrl: string, address: AnswerAddress): Reply {
  const { language, isLast = false } = address;
  const { goodbye, pressAgain } = SPOKEN[language];
  if (isLast) return twiml(say([goodbye], language));
  return twiml(ask([pressAgain], language, answerUrl(pageUrl, { ...address, isLast: true })));
}

async function acknowledge(databases: Databases, id: string, now: number): Promise<Ending> {
  const { jobs } = databases;
  const call = parseAlertCall(await jobs.get(callPath(id)));
  if (call === undefined || call.until < now) return "notValid";
  const { farmId, person } = call;
  const role = await jobs.get(`farms/${farmId}/members/${person}`);
  if (typeof role !== "string") return "noMember";
  // The first update also removes the call, so that it counts once.
  let used: Update = { [callPath(id)]: null };
  let count = 0;
  for (let after: string | undefined; ;) {
    const page = await answerPage(databases, call, after, used);
    if (page === "used") return "notValid";
    used = {};
    count += page.count;
    after = page.next;
    if (after === undefined) return count > 0 ? "thanks" : "nothingLeft";
  }
}

interface AnsweredPage {
  readonly count: number;
  /** The key after which the next page begins; undefined after the last page. */
  readonly next: string | undefined;
}

/** @throws Error if the rules refuse the answers again and again */
async function answerPage(
  { jobs, updateAs }: Databases,
  { farmId, person, at }: AlertCall,
  after: string | undefined,
  used: Update,
): Promise<AnsweredPage | "used"> {
  const path = `alerts/${farmId}/open`;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const page = await jobs.readPage(path, after === undefined ? {} : { after }, PAGE_SIZE);
    const waiting = parseOpenAlerts(Object.fromEntries(page)).filter(
      ({ acknowledgedBy, raisedAt }) => acknowledgedBy === undefined && raisedAt <= at,
    );
    const answers = waiting.map(({ id }) => [`${path}/${id}/acknowledgedBy`, person] as const);
    const update = { ...Object.fromEntries(answers), ...used };
    const next = page.length < PAGE_SIZE ? undefined : page.at(-1)?.[0];
    const isStored =
      Object.keys(update).length === 0 || (await updateAs(person, update)) === "stored";
    if (isStored) return { count: waiting.length, next };
    const isUsed = await Promise.all(Object.keys(used).map((call) => jobs.get(call)));
    if (isUsed.some((call) => call === null)) return "used";
  }
  throw new Error("The database's rules refuse the answer to a call.");
}

function refuse(status: number, text: string): Reply {
  return { status, type: "text/plain", text: `${text}\n` };
}

function twiml(text: string): Reply {
  return { status: 200, type: "text/xml", text };
}
