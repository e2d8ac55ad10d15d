/** The parameters of the provider of text messages and calls. */

import { defineSecret, defineString } from "firebase-functions/params";
import { valueOf } from "@greenhouse/database/client/parameters";
import { ADDRESSES } from "@greenhouse/domain/alerts/channels";
import { requireBaseUrl } from "../delivery/provider";
import type { TwilioSettings } from "../delivery/twilio";
import type { Outside } from "./channel";
import { localProviderUrl, NO_CHANNEL } from "./parameters";

export const authToken = defineSecret("TWILIO_AUTH_TOKEN", {
  description: "The auth token of the Twilio account. none: no text messages and no calls.",
});
const accountSid = defineString("TWILIO_ACCOUNT_SID", {
  default: "",
  description: "The SID of the Twilio account: AC… Empty: no text messages and no calls.",
});
const phoneFrom = defineString("PHONE_FROM", {
  default: "",
  description: "The number that sends and calls: +4915112345678. Empty: neither.",
});
const twilioUrl = defineString("TWILIO_URL", {
  default: "https://api.twilio.com",
  description: "Where the provider's interface is. Only for another provider with the same one.",
});

/** On the emulators. The inbox there takes the messages, and signs with this token when somebody presses a key. */
const LOCAL = { accountSid: "AClocal", authToken: "local", from: "+15005550006" };
const ACCOUNT = /^[\w-]{2,64}$/u;
const NUMBER = new RegExp(ADDRESSES.phone.pattern, "u");

/** Returns undefined if text messages and calls are off. @throws Error if a parameter is not valid */
export function readPhoneProvider({
  isLocal,
  post,
}: Pick<Outside, "isLocal" | "post">): TwilioSettings | undefined {
  if (isLocal) return { ...LOCAL, baseUrl: localProviderUrl(), post };
  const [account, from] = [valueOf(accountSid), valueOf(phoneFrom)];
  const token = readAuthToken(isLocal);
  if (token === undefined || account === "" || from === "") return undefined;
  if (!ACCOUNT.test(account)) {
    throw new Error("TWILIO_ACCOUNT_SID is not an account's SID, which begins with AC.");
  }
  if (!NUMBER.test(from)) {
    throw new Error("PHONE_FROM is not a number with the country's code, like +4915112345678.");
  }
  const baseUrl = requireBaseUrl(valueOf(twilioUrl), twilioUrl.name);
  return { accountSid: account, authToken: token, from, baseUrl, post };
}

/** Returns the token with which the provider signs its requests; undefined if calls are off. */
export function readAuthToken(isLocal: boolean): string | undefined {
  if (isLocal) return LOCAL.authToken;
  const token = authToken.value();
  return token === "" || token === NO_CHANNEL ? undefined : token;
}
