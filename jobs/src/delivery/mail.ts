/** Sends e-mail over SMTP. Every wait is bounded, and a mail has the same Message-ID in every attempt. */

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
  /** The part of the Message-ID before the @. It is the same in each attempt. */
  readonly messageId: string;
  /** Accepts the one-click POST of RFC 8058. */
  readonly unsubscribeUrl: string;
}

export interface Mailer {
  send(mail: Mail): Promise<Outcome>;
  /** Closes the connections. A mail that is being sent must be sent again. */
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
  /** Time limit of one mail, including the connection. */
  readonly sendMs: number;
}

const MAIL_LIMITS: MailLimits = { connectMs: 5000, inactivityMs: 8000, sendMs: 15_000 };
/** Connections. With more mails at once, some would wait for a connection while their timeout runs. */
export const MAILS_AT_ONCE = 3;
/** Servers end a connection that is idle for longer. */
const IDLE_MS = 10_000;

/** @throws Error if the settings are not valid */
export function createMailer({ smtpUrl, from }: MailSettings, limits = MAIL_LIMITS): Mailer {
  const domain = /^[^@,\r\n]+@([\w.-]+)>?$/u.exec(from)?.[1];
  if (domain === undefined) {
    throw new Error("MAIL_FROM is not an e-mail address. Write it as alerts@example.org.");
  }
  const transport = nodemailer.createTransport({
    ...parseSmtpUrl(smtpUrl),
    pool: true,
    // The name in the greeting (EHLO).
    name: domain,
    maxConnections: MAILS_AT_ONCE,
    // A mail is requeued only if no part of it was sent, for example because the server had closed the connection.
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
          // An object is always one address, even if it contains a comma.
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
