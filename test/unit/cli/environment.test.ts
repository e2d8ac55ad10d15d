import { writeFileSync } from "node:fs";
import {
  callersFolder,
  firstKey,
  parameterIn,
  readEnvironment,
} from "../../../tools/cli/src/core/environment";
import { processBegin, runningFile } from "../../../tools/cli/src/core/running-stack";
import { useTemporaryFolder } from "rtdb-emulator/testing/temporary-folder";

const folder = useTemporaryFolder();

test("a named data folder is used even without a firebase.json", () => {
  const running = {
    pid: process.pid,
    begun: processBegin(process.pid),
    pageUrl: "http://127.0.0.1:1",
    functionsUrl: "http://127.0.0.1:2",
    databaseAddress: "127.0.0.1:3",
    authAddress: "127.0.0.1:4",
  };
  writeFileSync(runningFile(folder()), JSON.stringify(running));
  const found = readEnvironment(folder(), { GREENHOUSE_DATA: folder() });
  expect(found).toMatchObject({ running, pageUrl: running.pageUrl });
  expect(readEnvironment(folder(), {}).running).toBeUndefined();
});

test("variables name the page and the key", () => {
  const env = { LOCAL_PAGE_URL: "http://127.0.0.1:5001", SENSOR_API_KEY: "new, old" };
  const found = readEnvironment(folder(), env);
  expect(found).toMatchObject({ pageUrl: "http://127.0.0.1:5001", sensorKey: "new" });
  expect(readEnvironment(folder(), {}).sensorKey).toBeUndefined();
});

test.each([
  [
    "through npm, where npm was called",
    { npm_lifecycle_event: "farm", INIT_CWD: "/home/me" },
    "/home/me",
  ],
  ["by itself, where it is", {}, "/repository"],
  [
    "by another script of npm's, where it is",
    { npm_lifecycle_event: "x", INIT_CWD: "/home/me" },
    "/repository",
  ],
  ["by an npm that does not say", { npm_lifecycle_event: "farm" }, "/repository"],
])("started %s", (_, env, folder) => {
  expect(callersFolder(env, "/repository")).toBe(folder);
});

test.each([
  ["A=1\nNAME=a-=b,c-=d\n", "a-=b,c-=d"],
  ['NAME = "x"\nNAME="a-=b"\r\n', "a-=b"],
  ["NAME=\n", ""],
  ["OTHER_NAME=x\n#NAME=y", undefined],
])("a parameter in %j", (text, value) => {
  expect(parameterIn(text, "NAME")).toBe(value);
});

test.each([
  ["one", "one"],
  ["new,old", "new"],
  [" new old ", "new"],
  ["", undefined],
])("the newer key of the secret %j is %s", (secret, key) => {
  expect(firstKey(secret)).toBe(key);
});
