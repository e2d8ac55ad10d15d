/** Signed examples of the HTTP API. */

import { sign, signBody } from "@greenhouse/domain/identity/signing";
import { FARM_KEY } from "../demo/demo-farm.ts";

const KEY = "farm-key-1";
const BODY = '{"uid":"sensor-1","timestamp":1700000000000,"temperature":21.5}';

/** The value of the header `X-Signature`. */
export const X_SIGNATURE = signBody(KEY, BODY);

/** The command of docs/http-api.md, and its output. */
export function digestExample(): string {
  const command = `printf '%s' '${BODY}' | openssl dgst -sha256 -hmac ${KEY} -r`;
  return ["```", command, `# ${X_SIGNATURE.replace("sha256=", "")} *stdin`, "```"].join("\n");
}

/** The MD5 signature of a reading of the demo farm. */
export function demoSignature(uid: string, timestamp: string): string {
  return sign(FARM_KEY, timestamp, uid);
}
