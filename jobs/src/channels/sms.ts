/** Text messages to the confirmed number of a person. */

import { defineInt } from "firebase-functions/params";
import { valueOf } from "@greenhouse/database/client/parameters";
import { createTwilio } from "../delivery/twilio";
import { writeCode } from "../messages/code";
import { writeSms } from "../messages/sms";
import type { ChannelSender, ToPerson } from "./channel";
import { authToken, readPhoneProvider } from "./phone-provider";

const smsPerDay = defineInt("SMS_PER_DAY", {
  default: 200,
  description: "Text messages that the whole deployment sends in a UTC day, at most.",
});

export interface SmsMessage {
  readonly to: string;
  readonly text: string;
}

export const sms: ChannelSender<ToPerson, SmsMessage> = {
  atOnce: 2,
  secrets: [authToken],
  notSwitchedOn: {
    en: "Text messages are not switched on.",
    de: "SMS sind nicht eingeschaltet.",
  },
  compose: (notification, { address, language }) => ({
    to: address,
    text: writeSms(notification, language),
  }),
  composeCode: ({ code, address, language }) => ({
    to: address,
    text: writeCode(code, language),
  }),
  open(outside) {
    const settings = readPhoneProvider(outside);
    if (settings === undefined) return undefined;
    const { sendText } = createTwilio(settings);
    return {
      offer: true,
      budget: valueOf(smsPerDay),
      deliver: ({ to, text }) => sendText(to, text),
    };
  },
};
