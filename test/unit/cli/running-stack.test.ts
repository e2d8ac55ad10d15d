/** The file is valid only while the process that wrote it is running. */

import { mkdirSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import {
  dataFolder,
  findRunning,
  processBegin,
  runningFile,
} from "../../../tools/cli/src/core/running-stack";
import { useTemporaryFolder } from "rtdb-emulator/testing/temporary-folder";

const folder = useTemporaryFolder();

const STACK = {
  pid: process.pid,
  begun: processBegin(process.pid),
  pageUrl: "http://127.0.0.1:1",
  functionsUrl: "http://127.0.0.1:2/demo-farm/us-central1",
  databaseAddress: "127.0.0.1:3",
  authAddress: "127.0.0.1:4",
};

function write(content: object | string): void {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  writeFileSync(runningFile(folder()), text);
}

test("finds a running process", () => {
  write(STACK);
  expect(findRunning(folder())).toEqual(STACK);
});

test("finds nothing without a file", () => {
  expect(findRunning(folder())).toBeUndefined();
  mkdirSync(runningFile(folder()));
  expect(findRunning(folder())).toBeUndefined();
});

test("ignores a process that has ended", () => {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  write({ ...STACK, pid });
  expect(findRunning(folder())).toBeUndefined();
});

test("ignores a later process with the same id", () => {
  write({ ...STACK, begun: `${STACK.begun}0` });
  expect(findRunning(folder())).toBeUndefined();
});

test.each([
  "",
  "null",
  "[]",
  '{"pid":',
  { ...STACK, pid: String(STACK.pid) },
  { ...STACK, pid: -1 },
  { ...STACK, pid: 0 },
  { ...STACK, databaseAddress: undefined },
])("%j is ignored", (content) => {
  write(content);
  expect(findRunning(folder())).toBeUndefined();
});

test("the data folder is .data of the project, unless the environment names another", () => {
  expect(dataFolder("/project", {})).toBe(join("/project", ".data"));
  expect(dataFolder("/project", { GREENHOUSE_DATA: "" })).toBe(join("/project", ".data"));
  expect(dataFolder("/project", { GREENHOUSE_DATA: "other" })).toBe(join("/project", "other"));
  expect(dataFolder("/project", { GREENHOUSE_DATA: "/other" })).toBe("/other");
});
