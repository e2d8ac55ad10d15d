/**
 * Stands in for Twilio: takes text messages and calls, and signs the requests of a call.
 * Sources: https://www.twilio.com/docs/usage/twilios-response, https://www.twilio.com/docs/api/errors and
 * https://www.twilio.com/docs/usage/security#validating-requests
 */

import { createHmac } from "node:crypto";
import { startStandIn, type StandIn } from "./stand-in";

export interface PhoneServer {
  readonly server: StandIn;
  readonly texts: readonly Record<string, string>[];
  readonly calls: readonly Record<string, string>[];
  /** Codes of errors, and statuses if they are not 400, by called number. */
  readonly errors: Map<string, { readonly code: number; readonly status?: number }>;
  /** How long senders must wait; 0: not at all. */
  waitSeconds: number;
}

export const ACCOUNT = { accountSid: `AC${"0".repeat(32)}`, authToken: "12345" } as const;
export const FROM = "+15005550006";

export async function startPhoneServer(): Promise<PhoneServer> {
  const texts: Record<string, string>[] = [];
  const calls: Record<string, string>[] = [];
  const login = Buffer.from(`${ACCOUNT.accountSid}:${ACCOUNT.authToken}`).toString("base64");
  const server = await startStandIn(({ method, path, headers, body }) => {
    if (headers.authorization !== `Basic ${login}`) return fail(20003, 401);
    const resource = new RegExp(
      `^/2010-04-01/Accounts/${ACCOUNT.accountSid}/(Messages|Calls)\\.json$`,
      "u",
    ).exec(path)?.[1];
    if (method !== "POST" || resource === undefined) return fail(20404, 404);
    const { waitSeconds, errors } = phone;
    if (waitSeconds > 0) return fail(20429, 429, { "Retry-After": String(waitSeconds) });
    const parameters = Object.fromEntries(new URLSearchParams(body));
    const { From, To = "", Body = "", Twiml = "" } = parameters;
    const error = errors.get(To);
    if (error !== undefined) return fail(error.code, error.status);
    if (!/^\+[1-9]\d{6,14}$/u.test(To)) return fail(21211);
    if (From !== FROM) return fail(resource === "Calls" ? 21210 : 21606);
    if (Body.length > 1600) return fail(21617);
    if (Twiml.length > 4000) return fail(21218);
    const list = resource === "Calls" ? calls : texts;
    list.push(parameters);
    return { status: 201, json: { sid: `SM${list.length}`, status: "queued" } };
  });
  const phone: PhoneServer = { server, texts, calls, errors: new Map(), waitSeconds: 0 };
  return phone;
}

function fail(
  code: number,
  status = 400,
  headers: Readonly<Record<string, string>> = {},
): { readonly status: number; readonly json: unknown; readonly headers: typeof headers } {
  const more = `https://www.twilio.com/docs/errors/${code}`;
  return { status, headers, json: { code, message: "refused", more_info: more, status } };
}

/** Returns the address that TwiML sends a pressed key to. */
export function actionOf(twiml: string): string {
  const action = /<Gather[^>]* action="([^"]*)"/u.exec(twiml)?.[1];
  if (action === undefined) throw new Error(`The call does not ask for a key: ${twiml}`);
  return action.replaceAll("&amp;", "&");
}

export interface SignedPress {
  readonly url: string;
  readonly body: string;
  readonly signature: string;
}

/** Signs the request of a call, whose names are in the order of ASCII. @param digits empty if nobody presses a key */
export function press(
  url: string,
  digits: string,
  authToken: string = ACCOUNT.authToken,
): SignedPress {
  const parameters: Readonly<Record<string, string>> = {
    AccountSid: ACCOUNT.accountSid,
    CallSid: "CA1",
    Caller: FROM,
    ...(digits !== "" && { Digits: digits }),
    To: "+4915112345678",
  };
  const signed = url + Object.entries(parameters).flat().join("");
  return {
    url,
    body: new URLSearchParams(parameters).toString(),
    signature: createHmac("sha1", authToken).update(signed).digest("base64"),
  };
}
