/** Calls to the confirmed number of a person, who presses 1 to acknowledge the alerts. */

import { defineInt } from "firebase-functions/params";
import { valueOf } from "@greenhouse/database/client/parameters";
import { answerUrl, callIdOf, callRecord } from "../answered-calls";
import { createTwilio } from "../delivery/twilio";
import { sayCode } from "../messages/code";
import { sayNotification } from "../messages/spoken";
import { SPOKEN } from "../messages/spoken-words";
import { ask, say } from "../messages/twiml";
import type { ChannelSender, ToPerson } from "./channel";
import { authToken, readPhoneProvider } from "./phone-provider";

const callsPerDay = defineInt("CALLS_PER_DAY", {
  default: 50,
  description: "Calls that the whole deployment makes in a UTC day, at most.",
});

export interface CallMessage {
  readonly to: string;
  readonly twiml: string;
}

export const call: ChannelSender<ToPerson, CallMessage> = {
  // Twilio begins one call a second. Source: https://www.twilio.com/docs/voice/api/call-resource
  atOnce: 1,
  secrets: [authToken],
  skipsAnswered: true,
  notSwitchedOn: { en: "Calls are not switched on.", de: "Anrufe sind nicht eingeschaltet." },
  compose(notification, { address, language, messageId }) {
    const text = sayNotification(notification, language);
    // No alert waits for an answer, so nobody is called.
    if (text === undefined) return undefined;
    const isTest = Object.keys({ ...notification.alerts, ...notification.others }).length === 0;
    if (isTest) return { to: address, twiml: say([text, text], language) };
    const texts = [text, SPOKEN[language].press];
    const action = answerUrl(notification.pageUrl, { id: callIdOf(messageId), language });
    return { to: address, twiml: ask([...texts, ...texts], language, action) };
  },
  composeCode: ({ code, address, language }) => ({ to: address, twiml: sayCode(code, language) }),
  claim: callRecord,
  open(outside) {
    const settings = readPhoneProvider(outside);
    if (settings === undefined) return undefined;
    const twilio = createTwilio(settings);
    return {
      offer: true,
      budget: valueOf(callsPerDay),
      deliver: ({ to, twiml }) => twilio.call(to, twiml),
    };
  },
};
