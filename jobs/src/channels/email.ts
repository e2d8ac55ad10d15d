/** E-mail to the confirmed address of a person's account. */

import { defineSecret, defineString } from "firebase-functions/params";
import { valueOf } from "@greenhouse/database/client/parameters";
import { createMailer, MAILS_AT_ONCE, type Mail, type MailSettings } from "../delivery/mail";
import { refused, type Problem } from "../delivery/outcome";
import { writeEmail } from "../messages/email";
import type { ChannelSender, ToPerson } from "./channel";
import { NO_CHANNEL } from "./parameters";

const smtpUrl = defineSecret("SMTP_URL", {
  description: "The mail server: smtps://user:password@mail.example.com. none: no e-mail.",
});
const mailFrom = defineString("MAIL_FROM", {
  default: "",
  description: "The sender of e-mail: Greenhouse <alerts@example.com>. Empty: no e-mail.",
});

const LOCAL_FROM = "Greenhouse <alerts@example.com>";
const NO_CONFIRMED_ADDRESS: Problem = {
  en: "The account has no confirmed e-mail address.",
  de: "Das Konto hat keine bestätigte E-Mail-Adresse.",
};

/** The address is found when the mail is sent. */
export interface EmailMessage extends Omit<Mail, "to"> {
  readonly person: string;
}

export const email: ChannelSender<ToPerson, EmailMessage> = {
  atOnce: MAILS_AT_ONCE,
  secrets: [smtpUrl],
  notSwitchedOn: { en: "E-mail is not switched on.", de: "E-Mail ist nicht eingeschaltet." },
  compose(notification, { person, token, language, messageId }) {
    // This link switches e-mail off without a sign-in.
    const query = new URLSearchParams({ person, token }).toString();
    const unsubscribeUrl = `${notification.pageUrl}/api/unsubscribe?${query}`;
    const letter = writeEmail(notification, language, unsubscribeUrl);
    return { ...letter, person, unsubscribeUrl, messageId };
  },
  open({ isLocal, findAddress }) {
    const settings = readMailSettings(isLocal);
    if (settings === undefined) return undefined;
    const mailer = createMailer(settings);
    return {
      offer: true,
      deliver: async ({ person, ...mail }) => {
        const to = await findAddress(person);
        return to === undefined ? refused(NO_CONFIRMED_ADDRESS) : mailer.send({ ...mail, to });
      },
    };
  },
};

/** Returns undefined if e-mail is off. */
function readMailSettings(isLocal: boolean): MailSettings | undefined {
  if (isLocal) {
    return { smtpUrl: process.env["LOCAL_SMTP_URL"] ?? "smtp://127.0.0.1:1025", from: LOCAL_FROM };
  }
  const from = valueOf(mailFrom);
  const url = smtpUrl.value();
  return url === "" || url === NO_CHANNEL || from === "" ? undefined : { smtpUrl: url, from };
}
