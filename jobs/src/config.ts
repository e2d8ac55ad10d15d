/**
 * The parameters of a deployment of the jobs. The Firebase CLI asks for parameters that jobs/.env does not set. A secret
 * with the value `none` switches its channel off.
 */

import { databaseURL, defineSecret, defineString, projectID } from "firebase-functions/params";

import type { DatabaseAddress } from "@greenhouse/database/client/environment";
import { valueOf } from "@greenhouse/database/client/parameters";
import { chooseDatabaseUrl } from "@greenhouse/database/client/database-url";
import type { MailSettings } from "./delivery/mail";
import type { PusherSettings } from "./delivery/push";

const smtpUrl = defineSecret("SMTP_URL", {
  description: "The mail server: smtps://user:password@mail.example.com. none: no e-mail.",
});
const vapidPrivateKey = defineSecret("VAPID_PRIVATE_KEY", {
  description: "The private key of Web Push; `farm alerts keys` makes one. none: no push messages.",
});
const mailFrom = defineString("MAIL_FROM", {
  default: "",
  description: "The sender of e-mail: Greenhouse <alerts@example.com>. Empty: no e-mail.",
});
const pageUrl = defineString("PAGE_URL", {
  default: "",
  description: "Where the farm page is. Empty: https://<project>.web.app.",
});
const databaseInstance = defineString("DATABASE_INSTANCE", {
  default: "",
  description: "Name or URL of the database instance. Empty: the project's default one.",
});
export const region = defineString("FUNCTIONS_REGION", {
  default: "us-central1",
  description: "Where the jobs run: best where the database is.",
});

/** The secrets of `watchFarms`. */
export const secrets = [smtpUrl, vapidPrivateKey];

const LOCAL_FROM = "Greenhouse <alerts@example.com>";
const NO_CHANNEL = "none";

/** Whether the jobs run on the emulators. Then only webhooks on this machine get anything. */
export const isLocal = (): boolean => process.env["FUNCTIONS_EMULATOR"] === "true";

/** Returns undefined if e-mail is off. */
export function readMailSettings(): MailSettings | undefined {
  if (isLocal()) {
    return { smtpUrl: process.env["LOCAL_SMTP_URL"] ?? "smtp://127.0.0.1:1025", from: LOCAL_FROM };
  }
  const from = valueOf(mailFrom);
  const url = smtpUrl.value();
  return url === "" || url === NO_CHANNEL || from === "" ? undefined : { smtpUrl: url, from };
}

/** Returns undefined if push messages are off. */
export function readPushSettings(pageUrl: string): Omit<PusherSettings, "post"> | undefined {
  const privateKey = vapidPrivateKey.value();
  if (privateKey === "" || privateKey === NO_CHANNEL) return undefined;
  // Push services require a contact. They do not accept a page on this machine.
  const subject = pageUrl.startsWith("https://") ? pageUrl : "mailto:alerts@example.com";
  return { privateKey, subject };
}

/** Returns the origin of the farm page. @throws Error if PAGE_URL is not an https URL without a path */
export function readPageUrl(): string {
  if (isLocal()) return process.env["LOCAL_PAGE_URL"] ?? "http://127.0.0.1:5000";
  const text = valueOf(pageUrl) || `https://${projectID.value()}.web.app`;
  const url = URL.parse(text);
  if (url?.protocol === "https:" && url.pathname === "/") return url.origin;
  throw new Error(
    `PAGE_URL is ${text}, but must be an https URL without a path, like https://example.web.app.`,
  );
}

/** Returns the address of the database. @throws Error if the parameter is invalid */
export function readDatabaseAddress(): DatabaseAddress {
  const project = projectID.value() || (process.env["GCLOUD_PROJECT"] ?? "");
  const url = chooseDatabaseUrl(valueOf(databaseInstance), databaseURL.value(), project);
  // An empty variable counts as unset.
  return { url, emulator: process.env["FIREBASE_DATABASE_EMULATOR_HOST"] || undefined };
}
