/**
 * Parses a request to `/sensorData` from its body: all checks that do not need a look-up. The order of the checks is uid
 * (or farmId), signature and apiKey (not under HMAC), timestamp, import (of a batch), measurements. The key-in-body variant
 * ignores any timestamp and battery. A missing timestamp is reported last.
 */

import { parseBoardReport, type BoardReport } from "@greenhouse/domain/boards/board-status";
import { IMPORT_ID } from "@greenhouse/domain/history/imports";
import type { Measurement, Measurements } from "@greenhouse/domain/quantities/measurements";
import { isOutputName, MAX_OUTPUTS } from "@greenhouse/domain/outputs/limits";
import { parseReported } from "@greenhouse/domain/outputs/records";
import type { Reported } from "@greenhouse/domain/outputs/model";
import { MAX_READINGS } from "@greenhouse/domain/reading-limits";
import { fieldOf } from "@greenhouse/domain/stored";
import type { EndpointRequest } from "../request/endpoint";
import { isMissing, parseNumberField, parseTextField } from "../request/fields";
import { isJsonObject, type JsonObject } from "../request/json-object";
import { accept, refuse, type Result } from "../result";
import type { SignedBody } from "../request/signature";
import { parseTimestamp } from "../request/timestamp";
import {
  MEASUREMENTS_OF,
  type AcceptedVariants,
  type Credential,
  type Reading,
  type Reports,
  type Sender,
  type SensorRequest,
  type Variant,
} from "./sensor-request";

/**
 * Parses a request as one of the accepted variants.
 * @param nowMs when the request arrived, in Unix milliseconds
 */
export function parseSensorRequest(
  request: Omit<EndpointRequest, "headers">,
  accepted: AcceptedVariants,
  nowMs: number,
): Result<SensorRequest> {
  const { body, signedBody } = request;
  const list = fieldOf(body, "readings") ?? undefined;
  if (request.isLarge && list === undefined) return refuse({ code: "body-too-large" });
  if (accepted === "hmac" || (accepted !== "key-in-body" && signedBody !== undefined)) {
    return parseHmac(body, list, signedBody);
  }
  // A batch without X-Signature is refused and never treated as a single reading.
  return list === undefined
    ? parseSingle(request, accepted, nowMs)
    : refuse({ code: "invalid-signature" });
}

function parseSingle(
  { body, text }: Pick<EndpointRequest, "body" | "text">,
  accepted: AcceptedVariants,
  nowMs: number,
): Result<SensorRequest> {
  const uid = parseUid(body);
  if (!uid.ok) return uid;
  const signature = parseTextField(body, "signature");
  if (!signature.ok) return signature;
  const apiKey = parseTextField(body, "apiKey");
  if (!apiKey.ok) return apiKey;

  // A request with both credentials, or with neither, is treated as the signed variant.
  const hasOnlyKey = signature.value === undefined && apiKey.value !== undefined;
  if (accepted === "key-in-body" || (accepted === "both" && hasOnlyKey)) {
    const measurements = parseMeasurements(body, "key-in-body");
    if (!measurements.ok) return measurements;
    const credential = { variant: "key-in-body", apiKey: apiKey.value } as const;
    const reading = { uid: uid.value, timeMs: nowMs, measurements: measurements.value };
    return accept(singleReading(reading, credential));
  }
  const time = parseTimestamp(body);
  if (!time.ok) return time;
  const measurements = parseMeasurements(body, "md5");
  if (!measurements.ok) return measurements;
  if (signature.value !== undefined && time.value === undefined) {
    return refuse({ code: "missing-field", field: "timestamp" });
  }
  // `authorize` refuses a request without a signature, so its time does not matter.
  const timeMs = time.value ?? nowMs;
  const credential = { variant: "md5", signature: signature.value, text, timeMs } as const;
  const board = parseBoardReport(body);
  const reading = { uid: uid.value, timeMs, measurements: measurements.value, board };
  return accept({ ...singleReading(reading, credential), asksInterval: asksInterval(body) });
}

function singleReading(reading: Reading, credential: Credential): SensorRequest {
  const { uid } = reading;
  return { sender: { uid }, credential, isBatch: false, readings: [accept(reading)] };
}

/** @param list the field `readings`; undefined if it is missing */
function parseHmac(
  body: JsonObject,
  list: unknown,
  signedBody: SignedBody | undefined,
): Result<SensorRequest> {
  const isBatch = list !== undefined;
  const sender = parseSender(body, isBatch);
  if (!sender.ok) return sender;
  const time = parseTimestamp(body);
  if (!time.ok) return time;
  const objects = isBatch ? parseReadings(list) : accept([body]);
  if (!objects.ok) return objects;
  const importId = isBatch ? parseImport(body) : accept(undefined);
  if (!importId.ok) return importId;
  const isSensor = "uid" in sender.value;
  const board = isSensor ? parseBoardReport(body) : undefined;
  const envelope = { ...sender.value, timeMs: time.value, board };
  const readings = objects.value.map((fields) => parseReading(fields, envelope));
  const [first] = readings;
  if (!isBatch && first?.ok === false) return first;
  if (time.value === undefined) return refuse({ code: "missing-field", field: "timestamp" });
  const outputs = isSensor ? parseReports(body) : undefined;
  const asksNames = "farmId" in sender.value && fieldOf(body, "names") === true;
  const credential = { variant: "hmac", signedBody, timeMs: time.value } as const;
  return accept({
    sender: sender.value,
    credential,
    isBatch,
    readings,
    outputs,
    asksNames,
    asksInterval: isSensor && asksInterval(body),
    importId: importId.value,
  });
}

const IS_IMPORT_ID = new RegExp(IMPORT_ID);

function parseImport(body: JsonObject): Result<string | undefined> {
  const id = parseTextField(body, "import");
  if (!id.ok || id.value === undefined || IS_IMPORT_ID.test(id.value)) return id;
  return refuse({ code: "invalid-import" });
}

/**
 * Parses the reports of outputs. If one report is malformed, all reports are ignored, and `outputs` is logged as an
 * ignored field. The reading is still stored.
 */
function parseReports(body: JsonObject): Reports | undefined {
  const stated = fieldOf(body, "outputs");
  const entries = isJsonObject(stated) ? Object.entries(stated) : [];
  if (entries.length === 0 || entries.length > MAX_OUTPUTS) return undefined;
  const reports: Record<string, Reported> = {};
  for (const [name, report] of entries) {
    const reported = isOutputName(name) ? parseReported(report) : undefined;
    if (reported === undefined) return undefined;
    reports[name] = reported;
  }
  return reports;
}

/** Whether the board names its interval. A farm cannot ask for its sensors. */
function asksInterval(body: JsonObject): boolean {
  return Number.isFinite(fieldOf(body, "intervalSeconds"));
}

/** Parses the sender. Only a batch may come from a farm. If it also has a `uid`, that sensor is the sender. */
function parseSender(body: JsonObject, isBatch: boolean): Result<Sender> {
  if (isBatch && isMissing(body, "uid")) {
    const farmId = parseTextField(body, "farmId");
    if (!farmId.ok) return farmId;
    if (farmId.value !== undefined) return accept({ farmId: farmId.value });
  }
  const uid = parseUid(body);
  return uid.ok ? accept({ uid: uid.value }) : uid;
}

function parseReadings(list: unknown): Result<readonly JsonObject[]> {
  const isList = Array.isArray(list) && list.length > 0;
  if (isList && list.length > MAX_READINGS) return refuse({ code: "too-many-readings" });
  return isList && list.every(isJsonObject) ? accept(list) : refuse({ code: "invalid-readings" });
}

/**
 * Parses one reading.
 * @param envelope fields of the batch, for readings without these fields. With a uid, the batch belongs to that sensor, so
 * readings of other sensors are refused, and the batch says how the board is. In a farm's batch each reading does
 */
function parseReading(
  body: JsonObject,
  envelope: {
    readonly uid?: string;
    readonly timeMs: number | undefined;
    readonly board: BoardReport | undefined;
  },
): Result<Reading> {
  const own = parseTextField(body, "uid");
  if (!own.ok) return own;
  const uid = own.value ?? envelope.uid;
  if (uid === undefined) return refuse({ code: "missing-field", field: "uid" });
  if (uid !== (envelope.uid ?? uid)) return refuse({ code: "uid-mismatch" });
  const time = parseTimestamp(body);
  if (!time.ok) return time;
  const measurements = parseMeasurements(body, "hmac");
  if (!measurements.ok) return measurements;
  const timeMs = time.value ?? envelope.timeMs;
  if (timeMs === undefined) return refuse({ code: "missing-field", field: "timestamp" });
  const board = envelope.uid === undefined ? parseBoardReport(body) : envelope.board;
  return accept({ uid, timeMs, measurements: measurements.value, board });
}

function parseUid(body: JsonObject): Result<string> {
  const uid = parseTextField(body, "uid");
  if (!uid.ok) return uid;
  return uid.value === undefined
    ? refuse({ code: "missing-field", field: "uid" })
    : accept(uid.value);
}

/** Parses the variant's measurements. Leaves out measurements without a value. */
function parseMeasurements(body: JsonObject, variant: Variant): Result<Measurements> {
  const measurements: Partial<Record<Measurement, number>> = {};
  for (const name of MEASUREMENTS_OF[variant]) {
    const value = parseNumberField(body, name);
    if (!value.ok) return value;
    if (value.value !== undefined) measurements[name] = value.value;
  }
  return accept(measurements);
}
