/** The file of a running `npm start` is valid only while the process that wrote it is running. */

import { writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { readEnvironment } from "../../../tools/cli/src/core/environment";
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

test("finds a running process, also in a named data folder without a firebase.json", () => {
  expect(findRunning(folder())).toBeUndefined();
  write(STACK);
  expect(findRunning(folder())).toEqual(STACK);
  const found = readEnvironment(folder(), { GREENHOUSE_DATA: folder() });
  expect(found).toMatchObject({ running: STACK, pageUrl: STACK.pageUrl });
  expect(readEnvironment(folder(), {}).running).toBeUndefined();
});

test("ignores a process that has ended, and a later process with the same id", () => {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  for (const other of [{ pid }, { begun: `${STACK.begun}0` }]) {
    write({ ...STACK, ...other });
    expect(findRunning(folder())).toBeUndefined();
  }
});

test.each(["null", '{"pid":', { ...STACK, pid: -1 }, { ...STACK, databaseAddress: undefined }])(
  "%j is ignored",
  (content) => {
    write(content);
    expect(findRunning(folder())).toBeUndefined();
  },
);

test("the data folder is .data of the project, unless the environment names another", () => {
  expect(dataFolder("/project", { GREENHOUSE_DATA: "" })).toBe(join("/project", ".data"));
  expect(dataFolder("/project", { GREENHOUSE_DATA: "other" })).toBe(join("/project", "other"));
  expect(dataFolder("/project", { GREENHOUSE_DATA: "/other" })).toBe("/other");
});
