import { resolveTarget } from "../../../cli/src/target";
import type { Resolution, TargetOptions } from "../../../cli/src/target";

const EMULATORS = {
  kind: "emulators",
  projectId: "demo-farm",
  databaseUrl: "http://127.0.0.1:9000?ns=demo-farm-default-rtdb",
  instances: [],
  databaseAddress: "127.0.0.1:9000",
  functionsUrl: "http://127.0.0.1:5001/demo-farm/us-central1",
  authAddress: "127.0.0.1:9099",
};

function resolve(options: TargetOptions, env: Record<string, string> = {}): Resolution {
  return resolveTarget(options, env, {});
}

describe("the emulators", () => {
  test("are where one goes by default", () => {
    expect(resolve({})).toEqual({ ok: true, target: EMULATORS });
  });

  test("have the ports of firebase.json", () => {
    expect(resolveTarget({}, {}, { database: 1, functions: 2, auth: 3 })).toEqual({
      ok: true,
      target: {
        ...EMULATORS,
        databaseUrl: "http://127.0.0.1:1?ns=demo-farm-default-rtdb",
        databaseAddress: "127.0.0.1:1",
        functionsUrl: "http://127.0.0.1:2/demo-farm/us-central1",
        authAddress: "127.0.0.1:3",
      },
    });
  });

  test("are those that run, unless the environment says otherwise", () => {
    const running = {
      functionsUrl: "http://127.0.0.1:4/demo-farm/us-central1",
      databaseAddress: "127.0.0.1:5",
      authAddress: "127.0.0.1:6",
    };
    const env = { FIREBASE_AUTH_EMULATOR_HOST: "auth:9099", FUNCTIONS_URL: "" };
    const ports = { database: 1, functions: 2, auth: 3 };
    expect(resolveTarget({}, env, ports, "", running)).toEqual({
      ok: true,
      target: {
        ...EMULATORS,
        databaseUrl: "http://127.0.0.1:5?ns=demo-farm-default-rtdb",
        databaseAddress: "127.0.0.1:5",
        functionsUrl: "http://127.0.0.1:4/demo-farm/us-central1",
        authAddress: "auth:9099",
      },
    });
  });

  test("are found through the environment, and what is empty says nothing", () => {
    const env = {
      FIREBASE_DATABASE_EMULATOR_HOST: "database:9000",
      FIREBASE_AUTH_EMULATOR_HOST: "",
      FUNCTIONS_URL: "http://functions:5001/x/",
    };
    expect(resolve({}, env)).toEqual({
      ok: true,
      target: {
        ...EMULATORS,
        databaseUrl: "http://database:9000?ns=demo-farm-default-rtdb",
        databaseAddress: "database:9000",
        functionsUrl: "http://functions:5001/x",
      },
    });
  });

  test("are found in linear time where an address is mostly slashes", () => {
    // Starting anew at every slash would take minutes.
    const functionsUrl = `http://functions:5001${"/".repeat(300_000)}x`;
    expect(resolve({ functionsUrl: `${functionsUrl}//` })).toMatchObject({
      target: { functionsUrl },
    });
  });

  test("are not left for what the environment says of projects and credentials", () => {
    const env = {
      GCLOUD_PROJECT: "acme-farm",
      GOOGLE_CLOUD_PROJECT: "acme-farm",
      GOOGLE_APPLICATION_CREDENTIALS: "/key.json",
      FIREBASE_CONFIG: "{}",
      DATABASE_URL: "https://acme-farm.firebaseio.com",
    };
    expect(resolve({}, env)).toEqual({ ok: true, target: EMULATORS });
  });

  test("have namespaces", () => {
    const databaseUrl = "http://localhost:9000/?ns=other";
    expect(resolve({ databaseUrl })).toMatchObject({
      target: { databaseUrl: "http://localhost:9000?ns=other", databaseAddress: "localhost:9000" },
    });
  });

  test.each<[TargetOptions, Record<string, string>]>([
    [{ databaseUrl: "https://acme-farm.firebaseio.com" }, {}],
    [{ databaseUrl: "http://acme-farm.firebaseio.com" }, {}],
    [{ databaseUrl: "http://a.europe-west1.firebasedatabase.app" }, {}],
    [{ databaseUrl: "no address" }, {}],
    [{ functionsUrl: "https://localhost:5001" }, {}],
    [{ functionsUrl: "http://x.run.app" }, {}],
    [{}, { FUNCTIONS_URL: "https://us-central1-acme-farm.cloudfunctions.net" }],
    [{}, { FIREBASE_DATABASE_EMULATOR_HOST: "acme-farm.firebaseio.com" }],
    [{ region: "us-central1" }, {}],
  ])("%j %j is no emulator", (options, env) => {
    expect(resolve(options, env)).toMatchObject({ ok: false });
  });
});

describe("further databases", () => {
  const text = "north-=north,south-=https://south.europe-west1.firebasedatabase.app";
  const instancesOf = (options: TargetOptions, fromEnvironment?: string): unknown => {
    const resolution = resolveTarget(options, {}, {}, fromEnvironment);
    return resolution.ok ? resolution.target.instances : resolution.problem;
  };

  test("are namespaces of the emulator", () => {
    const expected = [
      { prefix: "north-", url: "http://127.0.0.1:9000?ns=north" },
      { prefix: "south-", url: "http://127.0.0.1:9000?ns=south" },
    ];
    expect(instancesOf({}, text)).toEqual(expected);
    expect(instancesOf({ databaseInstances: text }, "east-=east")).toEqual(expected);
  });

  test("have addresses of their own in a real project", () => {
    expect(instancesOf({ project: "acme-farm" }, text)).toEqual([
      { prefix: "north-", url: "https://north.firebaseio.com" },
      { prefix: "south-", url: "https://south.europe-west1.firebasedatabase.app" },
    ]);
  });

  test("are none where one database is named", () => {
    const options = { databaseUrl: "http://localhost:9000?ns=one" };
    expect(instancesOf(options, text)).toEqual([]);
  });

  test.each(["north", "=north", "a-=x,a-=y", "a-=https://evil.example.com"])(
    "%s is refused",
    (wrong) => {
      const problem = expect.stringContaining("DATABASE_INSTANCES") as string;
      expect(instancesOf({ project: "acme-farm" }, wrong)).toEqual(problem);
    },
  );
});

describe("a real project", () => {
  test.each([
    [undefined, "https://acme-farm-default-rtdb.firebaseio.com", "us-central1"],
    [
      "europe-west1",
      "https://acme-farm-default-rtdb.europe-west1.firebasedatabase.app",
      "europe-west1",
    ],
    ["us-east1", "https://acme-farm-default-rtdb.firebaseio.com", "us-east1"],
  ])("has its usual addresses in %s", (region, databaseUrl, place) => {
    const options = { project: "acme-farm", ...(region !== undefined && { region }) };
    // An emulator that is running changes nothing.
    expect(resolve(options, { FIREBASE_DATABASE_EMULATOR_HOST: "127.0.0.1:9000" })).toEqual({
      ok: true,
      target: {
        kind: "project",
        projectId: "acme-farm",
        databaseUrl,
        instances: [],
        functionsUrl: `https://${place}-acme-farm.cloudfunctions.net`,
      },
    });
  });

  test("may have others", () => {
    const options = {
      project: "acme-farm",
      databaseUrl: "https://acme-2.firebaseio.com/",
      functionsUrl: "https://farm.example.com/api/",
    };
    expect(resolve(options)).toMatchObject({
      target: {
        databaseUrl: "https://acme-2.firebaseio.com",
        functionsUrl: "https://farm.example.com/api",
      },
    });
  });

  test.each<TargetOptions>([
    { project: "demo-farm" },
    { project: "" },
    { project: "Acme" },
    { project: "acme-farm", region: "Mars" },
    { project: "acme-farm", databaseUrl: "http://127.0.0.1:9000" },
    { project: "acme-farm", databaseUrl: "https://evil.example.com" },
    { project: "acme-farm", databaseUrl: "https://acme.firebaseio.com.example.com" },
    { project: "acme-farm", functionsUrl: "http://farm.example.com" },
  ])("is not to be had as %j", (options) => {
    expect(resolve(options)).toMatchObject({ ok: false });
  });
});
