/**
 * The example project in the real emulator suite: its functions are called with the right events. Events come out of
 * order and twice, and the example's books stay right.
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Json } from "../../src/tree/json";
import type { Exec, SuiteProject } from "../support/emulator-suite";
import { NAMESPACE, startExample } from "../support/triggers-example";
import { expectSoon } from "../../testing/polling";
import { unsignedToken } from "../../testing/unsigned-token";

const OPTIONS = ["--shuffle-events", "--seed", "1", "--repeat-events", "1"];

const folder = mkdtempSync(join(tmpdir(), "rtdb-emulator-triggers-"));
const code = join(folder, "functions/index.js");
let project: SuiteProject;
let suite: Exec;

beforeAll(async () => {
  ({ project, suite } = await startExample(folder, OPTIONS));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function url(path: string): string {
  return `${project.databaseUrl}${path}`;
}

const OWNER = { Authorization: "Bearer owner" };

async function write(method: string, path: string, json: Json, headers = OWNER): Promise<void> {
  const body = JSON.stringify(json);
  const response = await fetch(url(`/${path}.json?ns=${NAMESPACE}`), { method, headers, body });
  expect([response.status, await response.json()]).toEqual([200, expect.anything()]);
}

async function remove(path: string): Promise<void> {
  await fetch(url(`/${path}.json?ns=${NAMESPACE}`), { method: "DELETE", headers: OWNER });
}

async function read(path: string): Promise<Json> {
  const response = await fetch(url(`/${path}.json?ns=${NAMESPACE}`), { headers: OWNER });
  return (await response.json()) as Json;
}

/** Returns the values of pushed children. */
async function readList(path: string): Promise<readonly Json[]> {
  return Object.values((await read(path)) as Record<string, Json>);
}

interface Inspected {
  readonly isIdle: boolean;
  readonly triggers: readonly Readonly<Record<string, unknown>>[];
}

async function inspect(search = ""): Promise<Inspected> {
  const response = await fetch(url(`/.inspect/triggers?ns=${NAMESPACE}${search}`));
  return (await response.json()) as Inspected;
}

/** Waits until all functions have returned. */
async function idle(): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { isIdle, triggers } = await inspect("&wait=idle&timeout=2min");
  expect(isIdle).toBe(true);
  return triggers;
}

async function refOf(name: string): Promise<unknown> {
  const { triggers } = await inspect();
  return triggers.find((trigger) => trigger["function"] === `us-central1-${name}`)?.["ref"];
}

it("calls the functions of the 2nd generation", async () => {
  const ann = { Authorization: `Bearer ${unsignedToken("ann")}` };
  await write("PUT", "orders/o1", { customer: "Ann", items: { apple: 3 } }, ann);
  await write("PATCH", "orders/o1", { "items/apple": 1, "items/pear": 2 });
  await write("PUT", "orders/o2", { customer: "Bo", items: { apple: 1 } });
  const triggers = await idle();
  expect(await read("status")).toEqual({
    o1: { text: "Ann, we have your order.", orderedBy: "ann" },
    o2: { text: "Bo, we have your order.", orderedBy: "admin" },
  });
  expect(await read("stock")).toEqual({ apple: -2, pear: -2 });
  expect(triggers.map(({ delivered }) => delivered)).toEqual([2 * 2, 2 * 4, 2 * 1, 0, 0, 0, 0, 0]);
  expect(suite.output).toContain("To repeat the order: --seed 1");
  expect(await readList("changes/o1")).toEqual([
    {
      from: { customer: "Ann", items: { apple: 3 } },
      to: { customer: "Ann", items: { apple: 1, pear: 2 } },
    },
  ]);
  await remove("orders");
  await idle();
  expect(await read("archive")).toEqual({
    o1: { customer: "Ann", items: { apple: 1, pear: 2 } },
    o2: { customer: "Bo", items: { apple: 1 } },
  });
  expect(await read("stock")).toEqual({ apple: 0, pear: 0 });
});

it("calls the functions of the 1st generation", async () => {
  const cy = { Authorization: `Bearer ${unsignedToken("cy")}` };
  await write("PUT", "customers/c1", { name: "Cy", lastVisit: 1 }, cy);
  await idle();
  await write("PATCH", "customers", { "c1/name": "Di", "c1/lastVisit": 2 });
  await idle();
  await remove("customers/c1");
  await idle();
  expect(await readList("letters/c1")).toEqual([
    { text: "Welcome, Cy!", by: "cy" },
    { text: "You were Cy and are Di." },
    { text: "Goodbye, Di." },
  ]);
  expect(await read("visits")).toEqual({ c1: 3 });
});

it("calls the new version of an edited function, and goes on after an error", async () => {
  const edited = `
    const { initializeApp } = require("firebase-admin/app");
    const { onValueCreated } = require("firebase-functions/v2/database");
    initializeApp();
    exports.greetOrder = onValueCreated("/edited/{order}", ({ data }) => {
      if (data.val() === "bad") throw new Error("no such order");
      return data.ref.set("greeted");
    });`;
  writeFileSync(code, edited);
  await expectSoon(() => refOf("greetOrder"), "edited/{order}");
  await write("PATCH", "edited", { o1: "bad", o2: "good" });
  await write("PUT", "orders/o3", { customer: "Bo" });
  const triggers = await idle();
  expect(await read("edited")).toEqual({ o1: "bad", o2: "greeted" });
  expect(await read("status")).not.toHaveProperty("o3");
  expect(
    triggers.find((trigger) => trigger["function"] === "us-central1-greetOrder"),
  ).toMatchObject({
    delivered: 2 * 1,
    failed: 2 * 1,
  });
  expect(suite.output).toContain(
    "us-central1-greetOrder failed with the event at /edited/o1: it answered 500",
  );
});

it("leaves nothing when exec is killed", async () => {
  process.kill(suite.pid, "SIGKILL");
  await project.expectNothingLeft();
});
