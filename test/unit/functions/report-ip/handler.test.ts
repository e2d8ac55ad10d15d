import { Readable } from "node:stream";

import { signBody } from "@greenhouse/domain/identity/signing";
import { answer, type Reply } from "../../../../functions/src/http/dispatch";
import { Log } from "../../../../functions/src/log";
import { createReportIp } from "../../../../functions/src/report-ip/handler";
import { connectionWith, MemoryDatabase } from "../../../support/memory-database";

const NOW = 1_700_000_000_000;
let database: MemoryDatabase;
let logged: object[];

beforeEach(() => {
  database = new MemoryDatabase({ farms: { f1: { apiKey: "farm-key", name: "Farm" } } });
  logged = [];
});

function send(body: object, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
  const stream = Readable.from([Buffer.from(JSON.stringify(body))]);
  const endpoint = createReportIp({
    connection: connectionWith(() => database),
    now: () => NOW,
  });
  const log = new Log((entry) => logged.push(entry));
  return answer(Object.assign(stream, { method: "POST", headers }), "reportIp", endpoint, log);
}

const report = { farmId: "f1", apiKey: "farm-key", ip: "192.168.0.7" };

test("stores only the address and the time", async () => {
  expect(await send(report)).toEqual({
    status: 200,
    headers: {},
    body: { success: true, farmId: "f1", ip: "192.168.0.7" },
  });
  expect(database.get("farms/f1")).toEqual({
    apiKey: "farm-key",
    name: "Farm",
    ip: "192.168.0.7",
    ipUpdatedAt: NOW,
  });
  expect(database.reads).toEqual(["farms/f1/apiKey"]);
});

const badAddress = "Invalid field: ip must be a dotted-decimal IPv4 address.";

test("does not find a farm that is removed during the request", async () => {
  database.canWrite = () => {
    database.set("farms/f1", null);
    return false;
  };
  expect(await send(report)).toMatchObject({ status: 404 });
});

test("answers 503 and logs the cause if the rules deny the write", async () => {
  database.canWrite = () => false;
  expect(await send(report)).toMatchObject({ status: 503, headers: { "Retry-After": "5" } });
  expect(logged).toMatchObject([{ severity: "ERROR", event: "database_denied" }]);
});

describe("with a signature over the body", () => {
  const hmacReport = { farmId: "f1", ip: "192.168.0.7", timestamp: NOW };
  const sendHmac = (body: object, key = "farm-key"): Promise<Reply> =>
    send(body, { "x-signature": signBody(key, JSON.stringify(body)) });

  test("stores an address and ignores a key in the body", async () => {
    expect(await sendHmac({ ...hmacReport, apiKey: "guess" })).toMatchObject({
      status: 200,
      body: { success: true, farmId: "f1", ip: "192.168.0.7" },
    });
    expect(database.get("farms/f1/ip")).toBe("192.168.0.7");
  });

  test.each<[string, object, number, string]>([
    ["nothing", {}, 400, "Missing required field: farmId"],
    ["no address", { farmId: "f1" }, 400, "Missing required field: ip"],
    ["no time", { farmId: "f1", ip: "x" }, 400, "Missing required field: timestamp"],
    [
      "a farm that is not a text",
      { ...hmacReport, farmId: 5 },
      400,
      "Invalid field: farmId must be a string.",
    ],
    [
      "a time that is not a number",
      { ...hmacReport, timestamp: "now" },
      400,
      "Invalid field: timestamp must be a number.",
    ],
    ["an unknown farm", { ...hmacReport, farmId: "f9" }, 404, "Farm ID not found: f9"],
    [
      "a stale report",
      { ...hmacReport, timestamp: NOW - 300_001, ip: "x" },
      401,
      "Timestamp is more than 5 minutes from the server's time.",
    ],
    ["not an IPv4 address", { ...hmacReport, ip: "::1" }, 400, badAddress],
  ])("%s is refused", async (_name, body, status, error) => {
    expect(await sendHmac(body)).toMatchObject({ status, body: { error } });
    expect(database.commits).toEqual([]);
  });

  test("refuses another key with 401 before it checks time and address", async () => {
    expect(await sendHmac({ ...hmacReport, timestamp: 0, ip: "x" }, "guess")).toMatchObject({
      status: 401,
      body: { error: "Invalid signature." },
    });
    expect(await send({ ...hmacReport, apiKey: "farm-key" }, { "x-signature": "" })).toMatchObject({
      status: 401,
    });
  });
});
