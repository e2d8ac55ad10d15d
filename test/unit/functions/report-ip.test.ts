import { Readable } from "node:stream";
import { answer, type Reply } from "../../../functions/src/http/dispatch";
import { Log } from "../../../functions/src/log";
import { createReportIp } from "../../../functions/src/report-ip/handler";
import { connectionWith, MemoryDatabase } from "../../support/memory-database";

const logged: object[] = [];
const log = new Log((entry) => logged.push(entry));

function send(database: MemoryDatabase): Promise<Reply> {
  const report = { farmId: "f1", apiKey: "farm-key", ip: "192.168.0.7" };
  const stream = Readable.from([Buffer.from(JSON.stringify(report))]);
  const endpoint = createReportIp({ connection: connectionWith(() => database), now: () => 1 });
  return answer(Object.assign(stream, { method: "POST", headers: {} }), "reportIp", endpoint, log);
}

test("reads a denied farm's key again: 404 if the farm is removed, and else 503", async () => {
  const database = new MemoryDatabase({ farms: { f1: { apiKey: "farm-key" } } });
  database.canWrite = () => false;
  expect(await send(database)).toMatchObject({ status: 503, headers: { "Retry-After": "5" } });
  expect(database.reads).toEqual(["farms/f1/apiKey", "farms/f1/apiKey"]);
  expect(logged).toMatchObject([{ severity: "ERROR", event: "database_denied" }]);
  database.canWrite = () => {
    database.set("farms/f1", null);
    return false;
  };
  expect(await send(database)).toMatchObject({ status: 404 });
});
