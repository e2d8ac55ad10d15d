/** The analysis of a firebase-tools command and of firebase.json before the command runs. */

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { firebaseVersion, isSupported, needsJava } from "../../../src/suite/firebase-command";
import { useTemporaryFolder } from "../../../testing/temporary-folder";

const folder = useTemporaryFolder();

function write(file: string, text: string): string {
  const target = join(folder(), file);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
  return target;
}

const DATABASE = '{ "database": { "rules": "rules.json" } }';
const FIRESTORE = '{ // all of them\n "database": {}, "emulators": { "firestore" : {} } }';
const STORAGE = '{ "database": {}, "storage": { "rules": "storage.rules" } }';

it.each([
  [DATABASE, "firebase emulators:start", false],
  [FIRESTORE, "firebase emulators:start", true],
  [FIRESTORE, "firebase emulators:start --only=database", false],
  [FIRESTORE, "npx firebase emulators:exec --only database,firestore:x test", true],
  [STORAGE, "firebase emulators:start --only firestore", false],
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

it("only the configuration that the command names is used", () => {
  write("firebase.json", DATABASE);
  write("other.json", FIRESTORE);
  expect(
    ["--config other.json", "-c other.json", "--config=other.json", "--config none.json"].map(
      (option) => needsJava(["firebase", ...option.split(" ")], folder()),
    ),
  ).toEqual([true, true, true, true]);
});

it("without firebase.json, the defaults of firebase-tools include Firestore", () => {
  expect(needsJava(["firebase", "--only", "database"], "/nowhere")).toBe(false);
  expect(needsJava(["firebase", "--only", "firestore"], "/nowhere")).toBe(true);
});

describe("the version of firebase-tools", () => {
  beforeEach(() => {
    const bin = write("node_modules/firebase-tools/lib/bin/firebase.js", "");
    write("node_modules/firebase-tools/package.json", manifest("firebase-tools", "15.1.0"));
    mkdirSync(join(folder(), "node_modules/.bin"));
    symlinkSync(bin, join(folder(), "node_modules/.bin/firebase"));
    write("other/firebase", "");
    write("other/package.json", manifest("firebase", "12.0.0"));
  });

  function manifest(name: string, version: string): string {
    return JSON.stringify({ name, version });
  }

  it.each([
    ["firebase emulators:start", "node_modules/.bin", "15.1.0"],
    ["npx firebase emulators:start", "other", "15.1.0"],
    ["./node_modules/.bin/firebase emulators:start", "", "15.1.0"],
    ["node node_modules/firebase-tools/lib/bin/firebase.js emulators:start", "", "15.1.0"],
    ["firebase emulators:start", "other", undefined],
    ["firebase emulators:start", "", undefined],
    ["npm run emulators", "node_modules/.bin", undefined],
  ])("%s, with %j in the search path", (command, searchPath, expected) => {
    const path = searchPath === "" ? "" : join(folder(), searchPath);
    expect(firebaseVersion(command.split(" "), folder(), path)).toBe(expected);
  });

  it("is supported from the first tested version to the end of the last major version", () => {
    const versions = ["13.35.1", "14.26.9", "14.27.0", "14.28.1", "15.100.0", "16.0.0", "17.2.1"];
    expect(versions.filter(isSupported)).toEqual(["14.27.0", "14.28.1", "15.100.0"]);
  });
});
