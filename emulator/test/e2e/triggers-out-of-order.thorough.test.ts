/** The example project in the real emulator suite, with shuffled and repeated events: its books stay right. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Exec, SuiteProject } from "../support/emulator-suite";
import { NAMESPACE, startExample } from "../support/triggers-example";
import { unsignedToken } from "../../testing/unsigned-token";

const OPTIONS = ["--shuffle-events", "--seed", "1", "--repeat-events", "1", "--unknown-auth-type"];

const folder = mkdtempSync(join(tmpdir(), "rtdb-emulator-order-"));
let project: SuiteProject;
let suite: Exec;

beforeAll(async () => {
  ({ project, suite } = await startExample(folder, OPTIONS));
});

afterAll(async () => {
  suite.interrupt();
  await project.expectNothingLeft();
  rmSync(folder, { recursive: true, force: true });
});

async function request(method: string, path: string, body?: object, token = "owner") {
  const url = new URL(path, project.databaseUrl);
  url.searchParams.set("ns", NAMESPACE);
  const response = await fetch(url, {
    method,
    headers: { Authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Readonly<Record<string, unknown>>;
}

/** Waits until all functions have returned. Returns the data, and how often each function was called. */
async function idle() {
  const found = await request("GET", ".inspect/triggers?wait=idle&timeout=2min");
  expect(found).toMatchObject({ isIdle: true });
  const triggers = found["triggers"] as readonly { readonly delivered: number }[];
  return {
    data: await request("GET", ".json"),
    delivered: triggers.map((trigger) => trigger.delivered),
  };
}

it("keeps its orders right", async () => {
  const bo = unsignedToken("bo");
  await request("PUT", "orders/o1.json", { customer: "Ann", items: { apple: 3 } });
  await request("PATCH", "orders/o1.json", { "items/apple": 1, "items/pear": 2 });
  await request("PUT", "orders/o2.json", { customer: "Bo", items: { apple: 1 } }, bo);
  const { data, delivered } = await idle();
  expect(data["status"]).toEqual({
    o1: { text: "Ann, we have your order.", orderedBy: "unknown" },
    o2: { text: "Bo, we have your order.", orderedBy: "unknown" },
  });
  expect(data["stock"]).toEqual({ apple: -2, pear: -2 });
  expect(Object.values((data["changes"] as { o1: object }).o1)).toHaveLength(1);
  expect(delivered).toEqual([2 * 2, 2 * 4, 2 * 1, 0, 0, 0, 0, 0]);
  expect(suite.output).toContain("To repeat the order: --seed 1");
});

it("keeps its customers right", async () => {
  await request("PUT", "customers/c1.json", { name: "Cy", lastVisit: 1 });
  await request("PATCH", "customers/c1.json", { name: "Di", lastVisit: 2 });
  const { data, delivered } = await idle();
  expect(Object.values((data["letters"] as { c1: object }).c1)).toHaveLength(2);
  expect(data["visits"]).toEqual({ c1: 2 });
  expect(delivered.slice(4)).toEqual([2 * 1, 2 * 1, 0, 2 * 2]);
});
