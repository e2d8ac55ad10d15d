/** `POST /reportIp`: a gateway reports its address within the farm's network, to be shown on the farm page. */

import { isIPv4 } from "node:net";

import { listKeys } from "../../../domain/src/farm-key";
import { Unavailable } from "../database/database";
import type { DatabaseInstance } from "../database/instances";
import { lookUpFarmKey } from "../database/lookup";
import { isMissing, readText } from "../http/fields";
import type { Endpoint } from "../http/dispatch";
import type { JsonObject } from "../http/json-object";
import { accept, refuse, type Refusal, type Result } from "../http/refusal";
import { matchesAny } from "../http/secret";

export interface ReportIpParts {
  /** The database instance that holds the farm. */
  readonly instanceOf: (farmId: string) => Pick<DatabaseInstance, "openDatabase">;
  /** Unix milliseconds. */
  readonly now: () => number;
}

interface Report {
  readonly farmId: string;
  readonly apiKey: string;
  readonly ip: string;
}

const FIELDS = ["farmId", "apiKey", "ip"] as const;

/** Makes the endpoint. The farm's key is read anew each time: reports are rare. */
export function createReportIp(parts: ReportIpParts): Endpoint {
  return async ({ body }) => {
    const parsed = parseReport(body);
    if (!parsed.ok) return parsed;
    const { farmId, ip } = parsed.value;
    const database = parts.instanceOf(farmId).openDatabase();
    // A denial means that the farm was removed after its key was read. A second denial has another cause: wrong rules.
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const refusal = authorize(parsed.value, await lookUpFarmKey(farmId, database));
      if (refusal !== undefined) return refuse(refusal);
      const outcome = await database.commit({
        [`farms/${farmId}/ip`]: ip,
        [`farms/${farmId}/ipUpdatedAt`]: parts.now(),
      });
      if (outcome === "stored") return accept({ success: true, farmId, ip });
    }
    throw new Unavailable("denied", "The database's rules deny a farm's address.");
  };
}

function parseReport(body: JsonObject): Result<Report> {
  for (const field of FIELDS) {
    if (isMissing(body, field)) return refuse({ code: "missing-field", field });
  }
  const report = { farmId: "", apiKey: "", ip: "" };
  for (const field of FIELDS) {
    const text = readText(body, field);
    if (!text.ok) return text;
    report[field] = text.value ?? "";
  }
  return accept(report);
}

function authorize(report: Report, farmKey: string | undefined): Refusal | undefined {
  if (farmKey === undefined) return { code: "unknown-farm", farmId: report.farmId };
  if (!matchesAny(report.apiKey, listKeys(farmKey))) return { code: "wrong-key" };
  // Four numbers from 0 to 255 without leading zeros, which some readers take for octal.
  if (!isIPv4(report.ip)) return { code: "not-an-ipv4-address", field: "ip" };
  return undefined;
}
