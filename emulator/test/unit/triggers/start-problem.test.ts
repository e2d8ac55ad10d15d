/** Why functions cannot start, from the folders that the functions emulator lists. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findStartProblem } from "../../../src/triggers/start-problem";
import { FunctionsServer } from "../../support/functions-server";

const FIREBASE = ["firebase-functions", "firebase-admin"];
const FUNCTION = { name: "greet" };

const functions = new FunctionsServer();
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "start-problem-"));
  await functions.start();
});
afterEach(async () => {
  await functions.stop();
  rmSync(folder, { recursive: true, force: true });
});

function install(names: readonly string[]): void {
  for (const name of names) {
    const installed = path.join(folder, "node_modules", name);
    mkdirSync(installed, { recursive: true });
    for (const file of ["index.js", "app.js"]) writeFileSync(path.join(installed, file), "");
  }
}

it("a package that firebase-functions loads is missing: the line names folder, package and Node", async () => {
  install(FIREBASE);
  functions.backends = [{ directory: folder, functionTriggers: [FUNCTION] }];
  const problem = await findStartProblem(functions);
  expect(problem).toContain(`The functions in ${folder} cannot start`);
  expect(problem).toContain("@google-cloud/firestore is missing");
  expect(problem).toContain("Node 22");
});

it("no function was loaded: the line says where the reason is", async () => {
  install([...FIREBASE, "@google-cloud/firestore"]);
  functions.backends = [{ directory: folder, functionTriggers: [] }];
  expect(await findStartProblem(functions)).toMatch(/has loaded no function.*Failed to load/);
});

it.each([
  ["nothing is missing", [...FIREBASE, "@google-cloud/firestore"]],
  ["the folder is on another machine", []],
])("%s: there is no problem", async (_, names) => {
  install(names);
  functions.backends = [{ directory: folder, functionTriggers: [FUNCTION] }];
  expect(await findStartProblem(functions)).toBeUndefined();
});

it("nothing answers: no problem is known", async () => {
  const { host, port } = functions;
  await functions.stop();
  expect(await findStartProblem({ host, port })).toBeUndefined();
});
