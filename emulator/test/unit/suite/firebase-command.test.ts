/** The analysis of a firebase-tools command and of firebase.json before the command runs. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { needsJava } from "../../../src/suite/firebase-command";
import { useTemporaryFolder } from "../../../testing/temporary-folder";

const folder = useTemporaryFolder();

function write(file: string, text: string): void {
  writeFileSync(join(folder(), file), text);
}

const DATABASE = '{ "database": { "rules": "rules.json" } }';
const FIRESTORE = '{ // all of them\n "database": {}, "emulators": { "firestore" : {} } }';

it.each([
  [DATABASE, "firebase emulators:start", false],
  [FIRESTORE, "firebase emulators:start", true],
  [FIRESTORE, "firebase emulators:start --only=database", false],
  [FIRESTORE, "npx firebase emulators:exec --only database,firestore:x test", true],
  [FIRESTORE, "npx -c none.json firebase emulators:start --only database", false],
  // The commands in a script are unknown.
  [FIRESTORE, "sh -c ./go.sh", false],
])("needs Java: %s, %s", (config, command, expected) => {
  write("firebase.json", config);
  mkdirSync(join(folder(), "below"));
  for (const cwd of [folder(), join(folder(), "below")]) {
    expect(needsJava(command.split(" "), cwd)).toBe(expected);
  }
});

it("reads the configuration that the command names", () => {
  write("firebase.json", DATABASE);
  write("other.json", FIRESTORE);
  for (const option of ["--config other.json", "-c other.json", "--config=other.json"]) {
    expect(needsJava(["firebase", ...option.split(" ")], folder())).toBe(true);
  }
});

it("without firebase.json, the defaults of firebase-tools include Firestore", () => {
  expect(needsJava(["firebase", "--only", "database"], "/nowhere")).toBe(false);
  expect(needsJava(["firebase", "--only", "firestore"], "/nowhere")).toBe(true);
});
