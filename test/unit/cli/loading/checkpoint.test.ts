import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  linesToSend,
  readCheckpoint,
  removeCheckpoint,
  writeCheckpoint,
} from "../../../../tools/cli/src/loading/checkpoint";
import type { Checkpoint, LoadIdentity } from "../../../../tools/cli/src/loading/checkpoint";
import { useTemporaryFolder } from "rtdb-emulator/testing/temporary-folder";

const folder = useTemporaryFolder();
const identity: LoadIdentity = {
  functionsUrl: "http://here",
  sender: "acres",
  format: "{}",
  size: 10,
  modifiedMs: 1.5,
};
const checkpoint: Checkpoint = { line: 9, stored: 6, missing: [[7, 8], [2, 2]] }; // prettier-ignore

test("it is used only for the same file, sender and deployment", () => {
  const path = join(folder(), "checkpoint");
  expect(readCheckpoint(path, identity)).toBeUndefined();
  writeCheckpoint(path, identity, checkpoint);
  expect(readCheckpoint(path, identity)).toEqual(checkpoint);
  for (const changed of [
    { sender: "b" },
    { format: "" },
    { size: 11 },
    { modifiedMs: 2 },
    { functionsUrl: "x" },
  ]) {
    expect(readCheckpoint(path, { ...identity, ...changed })).toBeUndefined();
  }
  removeCheckpoint(path);
  removeCheckpoint(path);
  expect(readCheckpoint(path, identity)).toBeUndefined();
});

test.each([
  ["", "[]", "null", '{"line":1}', JSON.stringify({ ...identity, ...checkpoint }).slice(0, -3)],
  [JSON.stringify({ ...identity, ...checkpoint, missing: [[1]] })],
  [JSON.stringify({ ...identity, ...checkpoint, line: "9" })],
])("%s is ignored", (...texts) => {
  const path = join(folder(), "checkpoint");
  for (const text of texts) {
    writeFileSync(path, text);
    expect(readCheckpoint(path, identity)).toBeUndefined();
  }
});

test("sends readings that were not stored again, and all later ones", () => {
  const isToBeSent = linesToSend(checkpoint);
  const numbers = Array.from({ length: 11 }, (_, index) => index + 1);
  expect(numbers.filter(isToBeSent)).toEqual([2, 7, 8, 10, 11]);
});
