/** The jobs' HTTPS function on the framework that the platform uses: it reads no bodies. */

import { gzipSync } from "node:zlib";
import { readFileSync } from "node:fs";
import { exchange } from "../../support/backend/exchange";
import { openTestDatabase } from "../../support/database";
import type { TestDatabase } from "../../support/database";
import { startFunction, type RunningFunction } from "../../support/jobs/function";

const JSON_TYPE = { "Content-Type": "application/json" };
const MEBIBYTE = 1024 * 1024;

let database: TestDatabase;
let unsubscribe: RunningFunction;
let url: string;
beforeAll(async () => {
  database = await openTestDatabase();
  unsubscribe = await startFunction("unsubscribe", database);
  url = `${unsubscribe.url}/?person=olga&token=${"0".repeat(32)}`;
});
afterAll(async () => {
  await unsubscribe.close();
  await database.close();
});

function residentMebibytes(): number {
  const status = readFileSync(`/proc/${unsubscribe.process.child.pid}/status`, "utf8");
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}

test("a small body that would be 200 MB is not inflated", async () => {
  expect((await exchange(url, {})).status).toBe(404);
  const before = residentMebibytes();
  const blanks = gzipSync(Buffer.alloc(MEBIBYTE, " "));
  const body = Buffer.concat([gzipSync("{"), ...Array<Buffer>(200).fill(blanks), gzipSync("}")]);
  const headers = { ...JSON_TYPE, "Content-Encoding": "gzip" };
  expect((await exchange(url, { headers, body })).status).toBe(404);
  expect(residentMebibytes() - before).toBeLessThan(100);
});

test("tells the browser to load nothing, and to tell nobody the address with the token", async () => {
  const { headers } = await exchange(url, { method: "GET" });
  expect(headers["content-security-policy"]).toMatch(/^default-src 'none';/);
  expect(headers["referrer-policy"]).toBe("no-referrer");
});
