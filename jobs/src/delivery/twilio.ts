/**
 * Sends text messages and makes calls through Twilio, or a provider with the same interface.
 * Sources: https://www.twilio.com/docs/messaging/api/message-resource, https://www.twilio.com/docs/voice/api/call-resource,
 * https://www.twilio.com/docs/usage/twilios-response and https://www.twilio.com/docs/api/errors
 */

import { numberOf } from "@greenhouse/domain/stored";
import { refused, withDetail, type Failure, type Outcome, type Problem } from "./outcome";
import type { Answer, Post } from "./post";
import { channelDown, parseAnswer, postTo, problemsOf } from "./provider";
import { outcomeOfStatus } from "./status";

export interface TwilioSettings {
  readonly accountSid: string;
  readonly authToken: string;
  /** The number of the sender and caller, in E.164. */
  readonly from: string;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly post: Post;
}

export interface Twilio {
  /** @param to a number in E.164 */
  readonly sendText: (to: string, text: string) => Promise<Outcome>;
  /** @param twiml what the call says, at most 4,000 characters */
  readonly call: (to: string, twiml: string) => Promise<Outcome>;
}

/** The call ends before most mailboxes of phones answer. */
const RING_SECONDS = 25;

const NAME = {
  en: "The provider of text messages and calls",
  de: "Der Anbieter für SMS und Anrufe",
};
export const TWILIO_PROBLEMS = {
  ...problemsOf(NAME, { login: "TWILIO_AUTH_TOKEN", url: "TWILIO_URL" }),
  account: {
    en: "The provider does not know the account, or has closed it. The operator has to check TWILIO_ACCOUNT_SID.",
    de: "Der Anbieter kennt das Konto nicht oder hat es geschlossen. Wer die Installation betreibt, muss TWILIO_ACCOUNT_SID prüfen.",
  },
  sender: {
    en: "The provider refuses the sender's number. The operator has to correct PHONE_FROM.",
    de: "Der Anbieter lehnt die Nummer des Absenders ab. Wer die Installation betreibt, muss PHONE_FROM berichtigen.",
  },
  trial: {
    en: "The provider's account is a trial, which reaches only a few numbers. The operator has to upgrade it.",
    de: "Das Konto beim Anbieter ist ein Testkonto, das nur wenige Nummern erreicht. Wer die Installation betreibt, muss es umstellen.",
  },
  country: {
    en: "The provider is not allowed to reach this country. The operator has to allow it there.",
    de: "Der Anbieter darf dieses Land nicht erreichen. Wer die Installation betreibt, muss es dort freigeben.",
  },
  unreachable: {
    en: "This number cannot be reached. Check it, or confirm another one.",
    de: "Diese Nummer ist nicht erreichbar. Prüfen Sie sie, oder bestätigen Sie eine andere.",
  },
  noTexts: {
    en: "This number gets no text messages. Confirm the number of a mobile phone.",
    de: "Diese Nummer empfängt keine SMS. Bestätigen Sie die Nummer eines Mobiltelefons.",
  },
  unsubscribed: {
    en: "You answered STOP, so you get no more text messages. Answer START to get them again.",
    de: "Sie haben mit STOP geantwortet und bekommen keine SMS mehr. Antworten Sie START, um sie wieder zu bekommen.",
  },
  other: {
    en: "The provider refused the message (error {detail}).",
    de: "Der Anbieter hat die Nachricht abgelehnt (Fehler {detail}).",
  },
} as const satisfies Readonly<Record<string, Problem>>;

/** Problems that only the operator can correct, for all numbers. */
const DOWN = outcomesOf(channelDown, {
  login: [20003],
  account: [10001, 20005, 20006, 20404],
  sender: [21210, 21212, 21603, 21606, 21659, 21660],
});
/** Problems with one number. Trying again cannot help. */
const REFUSED = outcomesOf(refused, {
  trial: [21219, 21608, 572005, 573005],
  country: [21215, 21216, 21408],
  unreachable: [21211, 21214, 21217, 21265, 21266, 21612],
  noTexts: [21614, 21635],
  unsubscribed: [21610],
});
const UNAVAILABLE = 503;

export function createTwilio(settings: TwilioSettings): Twilio {
  const { accountSid, authToken, from, baseUrl, post } = settings;
  const login = Buffer.from(`${accountSid}:${authToken}`).toString("base64");
  const headers = {
    Authorization: `Basic ${login}`,
    "Content-Type": "application/x-www-form-urlencoded",
  };
  const send = async (
    resource: "Messages" | "Calls",
    parameters: Readonly<Record<string, string>>,
  ): Promise<Outcome> => {
    const url = `${baseUrl}/2010-04-01/Accounts/${accountSid}/${resource}.json`;
    const body = new URLSearchParams({ From: from, ...parameters }).toString();
    const answer = await postTo(post, url, { headers, body });
    const outcome = knownOutcome(answer) ?? outcomeOfStatus(answer, NAME, TWILIO_PROBLEMS);
    const isFailure = outcome.kind === "retry" || outcome.kind === "refused";
    return isFailure && isUntaken(answer) ? { ...outcome, isUnsent: true } : outcome;
  };
  return {
    sendText: (to, text) => send("Messages", { To: to, Body: text }),
    call: (to, twiml) =>
      send("Calls", { To: to, Twiml: twiml, Timeout: String(RING_SECONDS), Method: "POST" }),
  };
}

/** Whether the provider has surely taken nothing. After most of its faults nobody knows. */
function isUntaken(answer: Answer): boolean {
  return answer.kind === "answered" && (answer.status < 500 || answer.status === UNAVAILABLE);
}

/** The outcomes that Twilio describes more closely than by the status. */
function knownOutcome(answer: Answer): Failure | undefined {
  if (answer.kind !== "answered" || answer.status < 400) return undefined;
  const { status } = answer;
  const code = numberOf(parseAnswer(answer), "code");
  const known = DOWN.get(code) ?? REFUSED.get(code);
  if (known !== undefined) return known;
  if (status === 404) return channelDown(TWILIO_PROBLEMS.account);
  const isOwn = code !== undefined && (status === 400 || status === 403);
  return isOwn ? refused(withDetail(TWILIO_PROBLEMS.other, code)) : undefined;
}

function outcomesOf(
  make: (problem: Problem) => Failure,
  codes: Readonly<Partial<Record<keyof typeof TWILIO_PROBLEMS, readonly number[]>>>,
): ReadonlyMap<number | undefined, Failure> {
  const names = Object.keys(codes) as (keyof typeof TWILIO_PROBLEMS)[];
  return new Map(
    names.flatMap((name) =>
      (codes[name] ?? []).map((code) => [code, make(TWILIO_PROBLEMS[name])] as const),
    ),
  );
}
