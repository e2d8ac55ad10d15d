/** E-mail over SMTP: a few connections, every wait bounded, and each mail with the same Message-ID in every attempt. */

import nodemailer from "nodemailer";
import { describeMailError } from "./mail-problems";
import type { Outcome } from "./outcome";
import { parseSmtpUrl } from "./smtp-url";

export interface Mail {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The part of the Message-ID before the @. The same in each attempt. */
  readonly messageId: string;
  /** Accepts the one-click POST of RFC 8058. */
  readonly unsubscribeUrl: string;
}

export interface Mailer {
  send(mail: Mail): Promise<Outcome>;
  /** Closes the connections. A mail that is being sent then must be sent again. */
  close(): void;
}

export interface MailSettings {
  readonly smtpUrl: string;
  /** `name@example.org` or `Greenhouse <name@example.org>`. */
  readonly from: string;
}

/** In milliseconds. */
export interface MailLimits {
  readonly connectMs: number;
  readonly inactivityMs: number;
  /** Of one mail, connecting included. */
  readonly sendMs: number;
}

const MAIL_LIMITS: MailLimits = { connectMs: 5000, inactivityMs: 8000, sendMs: 15_000 };
/** Connections. Of more mails at once, some would wait for one, and the timeout of a mail has begun then. */
export const MAILS_AT_ONCE = 3;
/** Servers end a connection that is idle for longer. */
const IDLE_MS = 10_000;

/** Throws where the settings are not valid. */
export function createMailer({ smtpUrl, from }: MailSettings, limits = MAIL_LIMITS): Mailer {
  const domain = /^[^@,\r\n]+@([\w.-]+)>?$/u.exec(from)?.[1];
  if (domain === undefined) {
    throw new Error("MAIL_FROM is no address. Write it as alerts@example.org.");
  }
  const transport = nodemailer.createTransport({
    ...parseSmtpUrl(smtpUrl),
    pool: true,
    // The name in the greeting (EHLO).
    name: domain,
    maxConnections: MAILS_AT_ONCE,
    // A mail is requeued only if nothing of it was sent, as over a connection that the server had closed.
    maxRequeues: 1,
    idleTimeout: IDLE_MS,
    dnsTimeout: limits.connectMs,
    connectionTimeout: limits.connectMs,
    greetingTimeout: limits.connectMs,
    socketTimeout: limits.inactivityMs,
  });

  return {
    async send(mail) {
      try {
        await transport.sendMail({
          from,
          // As an object it is always one address, even with a comma in it.
          to: { name: "", address: mail.to },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          messageId: `<${mail.messageId.replaceAll(/[^\w.-]/gu, "-")}@${domain}>`,
          list: { unsubscribe: mail.unsubscribeUrl },
          headers: {
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
          },
          signal: AbortSignal.timeout(limits.sendMs),
        });
        return { kind: "delivered" };
      } catch (error) {
        return describeMailError(error as Error, mail.to);
      }
    },
    close() {
      transport.close({ force: true });
    },
  };
}
