/**
 * `POST /reportIp`: a gateway reports its address in the farm's network, which the farm page shows. It also reports devices
 * that send to it but are not registered.
 */

import { isIPv4 } from "node:net";

import { listKeys } from "@greenhouse/domain/identity/farm-key";
import { matchesAny } from "@greenhouse/domain/identity/signing";
import { fieldOf } from "@greenhouse/domain/stored";
import { PLACES, parseUnregistered } from "@greenhouse/domain/identity/unregistered";
import type { Unregistered } from "@greenhouse/domain/identity/unregistered";
import { Unavailable, type Update } from "@greenhouse/database/client/database";
import type { Connection } from "../database/connection";
import { Lookup } from "../database/registrations";
import { isMissing } from "../request/fields";
import type { Endpoint, EndpointRequest } from "../request/endpoint";
import { accept, refuse, type Refusal, type Result } from "../result";
import { checkSignedBody, type SignedBody } from "../request/signature";
import { parseRequiredTimestamp } from "../request/timestamp";

export interface ReportIpParts {
  readonly connection: Connection;
  /** Unix milliseconds. */
  readonly now: () => number;
}

interface Report {
  readonly farmId: string;
  readonly ip: string;
  /** Undefined if the request has no list. Then the stored list stays. */
  readonly unregistered: readonly Unregistered[] | undefined;
  /** The farm's key itself, or a signature made with it and the time in the body. */
  readonly credential: string | { readonly signedBody: SignedBody; readonly timeMs: number };
}

/** Creates the endpoint. It reads the farm's key each time, because reports are rare. */
export function createReportIp(parts: ReportIpParts): Endpoint {
  return async (request) => {
    const parsed = parseReport(request);
    if (!parsed.ok) return parsed;
    const { farmId, ip, unregistered } = parsed.value;
    const { cache, open } = parts.connection;
    const database = open();
    // After a denial, the key is read again: the farm was probably removed. A second denial means that the rules are
    // wrong.
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const key = await new Lookup(cache, database, false).findFarmKey(farmId);
      const refusal = authorize(parsed.value, key, parts.now());
      if (refusal !== undefined) return refuse(refusal);
      const now = parts.now();
      const outcome = await database.commit({
        [`farms/${farmId}/ip`]: ip,
        [`farms/${farmId}/ipUpdatedAt`]: now,
        ...(unregistered && { [`unregistered/${farmId}`]: listOf(unregistered, now) }),
      });
      if (outcome === "stored") return accept({ success: true, farmId, ip });
    }
    throw new Unavailable("denied", "The database's rules deny a farm's address.");
  };
}

/** Parses a report. With a signature over the body, `timestamp` replaces `apiKey`. */
function parseReport({ body, isLarge, signedBody }: EndpointRequest): Result<Report> {
  if (isLarge) return refuse({ code: "body-too-large" });
  const texts = signedBody === undefined ? ["farmId", "apiKey", "ip"] : ["farmId", "ip"];
  const fields = signedBody === undefined ? texts : [...texts, "timestamp"];
  const missing = fields.find((field) => isMissing(body, field));
  if (missing !== undefined) return refuse({ code: "missing-field", field: missing });
  const notString = texts.find((field) => typeof fieldOf(body, field) !== "string");
  if (notString !== undefined) return refuse({ code: "field-not-a-string", field: notString });
  const { farmId, apiKey, ip } = body as Readonly<Record<"farmId" | "apiKey" | "ip", string>>;
  const list = fieldOf(body, "unregistered");
  // Other values are ignored, so that the address is stored: the contract does not define this field.
  const unregistered = Array.isArray(list) ? parseUnregistered(list) : undefined;
  const report = { farmId, ip, unregistered };
  if (signedBody === undefined) return accept({ ...report, credential: apiKey });
  const time = parseRequiredTimestamp(body);
  return time.ok ? accept({ ...report, credential: { signedBody, timeMs: time.value } }) : time;
}

/** Returns the stored list. Limits its times to now, because a gateway's clock may be ahead. */
function listOf(devices: readonly Unregistered[], nowMs: number): Update[string] {
  if (devices.length === 0) return null;
  const entries = devices.map((device, index) => {
    return [PLACES[index] ?? "", { ...device, at: Math.min(device.at, nowMs) }] as const;
  });
  return Object.fromEntries(entries);
}

function authorize(
  { farmId, ip, credential }: Report,
  key: string | undefined,
  nowMs: number,
): Refusal | undefined {
  if (key === undefined) return { code: "farm-not-found", farmId };
  if (typeof credential !== "string") {
    const refusal = checkSignedBody(credential, key, nowMs);
    if (refusal !== undefined) return refusal;
  } else if (!matchesAny(credential, listKeys(key))) return { code: "invalid-api-key" };
  // Four numbers from 0 to 255 without leading zeros, because some programs read leading zeros as octal.
  return isIPv4(ip) ? undefined : { code: "invalid-ip-address" };
}
