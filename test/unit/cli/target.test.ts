/** Which deployment a command talks to. A real project is never reached by accident. */

import { writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { firstKey, parameterIn, readEnvironment } from "../../../tools/cli/src/core/environment";
import { pageAddress } from "../../../tools/cli/src/core/page-address";
import { resolveTarget } from "../../../tools/cli/src/core/target";
import type { Resolution, TargetOptions } from "../../../tools/cli/src/core/target";
import {
  dataFolder,
  findRunning,
  processBegin,
  runningFile,
} from "../../../tools/cli/src/core/running-stack";
import { useTemporaryFolder } from "rtdb-emulator/testing/temporary-folder";

const EMULATORS = {
  kind: "emulators",
  projectId: "demo-farm",
  databaseUrl: "http://127.0.0.1:9000?ns=demo-farm-default-rtdb",
  databaseAddress: "127.0.0.1:9000",
  functionsUrl: "http://127.0.0.1:5001/demo-farm/us-central1",
  authAddress: "127.0.0.1:9099",
};
const PORTS = { database: 1, functions: 2, auth: 3 };
const RUNNING = {
  functionsUrl: "http://127.0.0.1:4/demo-farm/us-central1",
  databaseAddress: "127.0.0.1:5",
  authAddress: "127.0.0.1:6",
};

function resolve(options: TargetOptions, env: Record<string, string> = {}): Resolution {
  return resolveTarget(options, env, {});
}

describe("the emulators", () => {
  test("are the default, even if the environment names projects and credentials", () => {
    const env = {
      GCLOUD_PROJECT: "acme-farm",
      GOOGLE_APPLICATION_CREDENTIALS: "/key.json",
      FIREBASE_CONFIG: "{}",
      DATABASE_URL: "https://acme-farm.firebaseio.com",
    };
    expect(resolve({}, env)).toEqual({ ok: true, target: EMULATORS });
  });

  test("are not those of another data folder if nothing runs with the named one", () => {
    const env = { GREENHOUSE_DATA: "/data" };
    expect(resolve({}, env)).toMatchObject({
      ok: false,
      problem: "Nothing runs with the data folder /data that GREENHOUSE_DATA names.",
    });
    const named = { ...env, FIREBASE_DATABASE_EMULATOR_HOST: "127.0.0.1:9000" };
    const found = [
      resolveTarget({}, env, {}, RUNNING),
      resolve({}, named),
      resolve({ databaseUrl: "http://127.0.0.1:9000" }, env),
      resolve({ project: "acme-farm" }, env),
    ];
    expect(found.map(({ ok }) => ok)).toEqual([true, true, true, true]);
  });

  test("have the ports of firebase.json, or those of the running stack", () => {
    expect(resolveTarget({}, {}, PORTS)).toMatchObject({
      target: {
        databaseUrl: "http://127.0.0.1:1?ns=demo-farm-default-rtdb",
        functionsUrl: "http://127.0.0.1:2/demo-farm/us-central1",
        authAddress: "127.0.0.1:3",
      },
    });
    const env = { FIREBASE_AUTH_EMULATOR_HOST: "auth:9099", FUNCTIONS_URL: "" };
    expect(resolveTarget({}, env, PORTS, RUNNING)).toMatchObject({
      target: {
        databaseUrl: "http://127.0.0.1:5?ns=demo-farm-default-rtdb",
        functionsUrl: RUNNING.functionsUrl,
        authAddress: "auth:9099",
      },
    });
  });

  test("are those that the environment and the options name", () => {
    const env = {
      FIREBASE_DATABASE_EMULATOR_HOST: "db:9000",
      FUNCTIONS_URL: "http://functions:5001/x/",
    };
    expect(resolve({ databaseUrl: "http://localhost:9000/?ns=other" }, env)).toMatchObject({
      target: {
        databaseUrl: "http://localhost:9000?ns=other",
        functionsUrl: "http://functions:5001/x",
      },
    });
  });

  test.each<[TargetOptions, Record<string, string>]>([
    [{ databaseUrl: "http://a.europe-west1.firebasedatabase.app" }, {}],
    [{ functionsUrl: "https://localhost:5001" }, {}],
    [{}, { FUNCTIONS_URL: "https://us-central1-acme-farm.cloudfunctions.net" }],
    [{}, { FIREBASE_DATABASE_EMULATOR_HOST: "acme-farm.firebaseio.com" }],
    [{ region: "us-central1" }, {}],
  ])("%j %j is not an emulator", (options, env) => {
    expect(resolve(options, env)).toMatchObject({ ok: false });
  });
});

describe("a real project", () => {
  test.each<[TargetOptions, string, string]>([
    [
      { region: "europe-west1" },
      "https://acme-farm-default-rtdb.europe-west1.firebasedatabase.app",
      "https://europe-west1-acme-farm.cloudfunctions.net",
    ],
    [
      {
        databaseUrl: "https://acme-2.firebaseio.com/",
        functionsUrl: "https://farm.example.com/api/",
      },
      "https://acme-2.firebaseio.com",
      "https://farm.example.com/api",
    ],
  ])("%j", (options, databaseUrl, functionsUrl) => {
    // A running emulator changes nothing.
    const env = { FIREBASE_DATABASE_EMULATOR_HOST: "127.0.0.1:9000" };
    expect(resolve({ project: "acme-farm", ...options }, env)).toEqual({
      ok: true,
      target: { kind: "project", projectId: "acme-farm", databaseUrl, functionsUrl },
    });
  });

  test.each<TargetOptions>([
    { project: "demo-farm" },
    { project: "demo-other" },
    { project: "acme-farm", databaseUrl: "http://127.0.0.1:9000" },
    { project: "acme-farm", databaseUrl: "https://acme.firebaseio.com.example.com" },
    { project: "acme-farm", functionsUrl: "http://farm.example.com" },
  ])("%j is refused", (options) => {
    expect(resolve(options)).toMatchObject({ ok: false });
  });
});

describe("the page", () => {
  const PROJECT = { kind: "project", projectId: "green-1" };

  function addressOf(given: string | undefined, parameter?: string, target = PROJECT): string {
    const environment = {
      pageUrl: "http://127.0.0.1:5000",
      readParameter: (name: string, project: string, codebase?: string) =>
        `${name} ${project} ${codebase ?? ""}` === "PAGE_URL green-1 jobs" ? parameter : "wrong",
    };
    return pageAddress({ target, environment } as never, given);
  }

  test("has the project's address, PAGE_URL, the given one, or that of the emulators", () => {
    expect(addressOf(undefined, "")).toBe("https://green-1.web.app");
    expect(addressOf(undefined, "https://a.example/")).toBe("https://a.example");
    expect(addressOf("https://b.example", "https://a.example")).toBe("https://b.example");
    const emulators = { kind: "emulators", projectId: "demo-farm" };
    expect(addressOf(undefined, undefined, emulators)).toBe("http://127.0.0.1:5000");
  });

  test.each([
    ["--page http://a.example", "http://a.example", undefined],
    ["PAGE_URL in jobs/.env a.example", undefined, "a.example"],
  ])("%s is refused", (words, given, parameter) => {
    expect(() => addressOf(given, parameter)).toThrow(`${words} is not the`);
  });
});

test.each([
  ["A=1\nNAME=a-=b,c-=d\n", "a-=b,c-=d"],
  ['NAME = "x"\nNAME="a-=b"\r\n', "a-=b"],
  ["OTHER_NAME=x\n#NAME=y", undefined],
])("a parameter in %j", (text, value) => {
  expect(parameterIn(text, "NAME")).toBe(value);
});

test("the first key of the secret is the newer one", () => {
  expect(["one", "new,old", " new old ", ""].map(firstKey)).toEqual(["one", "new", "new", undefined]); // prettier-ignore
});

describe("the file of a running stack", () => {
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
});
