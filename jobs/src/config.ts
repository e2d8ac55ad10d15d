/**
 * The parameters of a deployment of the jobs. Those of a channel are in its file. The Firebase CLI asks for parameters that
 * jobs/.env does not set, so `npm run generate` writes all of them with their defaults into it.
 */

import { databaseURL, defineString, projectID } from "firebase-functions/params";

import type { DatabaseAddress } from "@greenhouse/database/client/environment";
import { valueOf } from "@greenhouse/database/client/parameters";
import { chooseDatabaseUrl } from "@greenhouse/database/client/database-url";

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

/** Whether the jobs run on the emulators. Then only webhooks on this machine get anything. */
export const isLocal = (): boolean => process.env["FUNCTIONS_EMULATOR"] === "true";

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
