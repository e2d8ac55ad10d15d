import { resolveTarget } from "../../../tools/cli/src/core/target";
import type { Resolution, TargetOptions } from "../../../tools/cli/src/core/target";

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
      GOOGLE_CLOUD_PROJECT: "acme-farm",
      GOOGLE_APPLICATION_CREDENTIALS: "/key.json",
      FIREBASE_CONFIG: "{}",
      DATABASE_URL: "https://acme-farm.firebaseio.com",
    };
    expect(resolve({}, env)).toEqual({ ok: true, target: EMULATORS });
  });

  test("are not those of another data folder if nothing runs with the named one", () => {
    const env = { GREENHOUSE_DATA: "/data" };
    expect(resolve({}, env)).toEqual({
      ok: false,
      problem: "Nothing runs with the data folder /data that GREENHOUSE_DATA names.",
      hint: "Start it: npm start -- --data /data. Or unset GREENHOUSE_DATA.",
    });
    expect(resolveTarget({}, env, {}, RUNNING)).toMatchObject({ ok: true });
    const named = { ...env, FIREBASE_DATABASE_EMULATOR_HOST: "127.0.0.1:9000" };
    expect(resolve({}, named)).toMatchObject({ ok: true });
    expect(resolve({ databaseUrl: "http://127.0.0.1:9000" }, env)).toMatchObject({ ok: true });
    expect(resolve({ project: "acme-farm" }, env)).toMatchObject({ ok: true });
  });

  test("have the ports of firebase.json", () => {
    expect(resolveTarget({}, {}, PORTS)).toMatchObject({
      target: {
        databaseUrl: "http://127.0.0.1:1?ns=demo-farm-default-rtdb",
        databaseAddress: "127.0.0.1:1",
        functionsUrl: "http://127.0.0.1:2/demo-farm/us-central1",
        authAddress: "127.0.0.1:3",
      },
    });
  });

  test("are those of the running stack, unless the environment says otherwise", () => {
    const env = { FIREBASE_AUTH_EMULATOR_HOST: "auth:9099", FUNCTIONS_URL: "" };
    expect(resolveTarget({}, env, PORTS, RUNNING)).toMatchObject({
      target: {
        databaseUrl: "http://127.0.0.1:5?ns=demo-farm-default-rtdb",
        databaseAddress: "127.0.0.1:5",
        functionsUrl: RUNNING.functionsUrl,
        authAddress: "auth:9099",
      },
    });
  });

  test.each<[TargetOptions, Record<string, string>, object]>([
    [
      {},
      { FIREBASE_DATABASE_EMULATOR_HOST: "db:9000", FUNCTIONS_URL: "http://functions:5001/x/" },
      {
        databaseUrl: "http://db:9000?ns=demo-farm-default-rtdb",
        databaseAddress: "db:9000",
        functionsUrl: "http://functions:5001/x",
      },
    ],
    [
      { databaseUrl: "http://localhost:9000/?ns=other" },
      {},
      { databaseUrl: "http://localhost:9000?ns=other", databaseAddress: "localhost:9000" },
    ],
  ])("%j %j", (options, env, target) => {
    expect(resolve(options, env)).toEqual({ ok: true, target: { ...EMULATORS, ...target } });
  });

  test("are found in linear time for an address with very many slashes", () => {
    const functionsUrl = `http://functions:5001${"/".repeat(300_000)}x`;
    expect(resolve({ functionsUrl: `${functionsUrl}//` })).toMatchObject({
      target: { functionsUrl },
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
  ])("%j %j is not an emulator", (options, env) => {
    expect(resolve(options, env)).toMatchObject({ ok: false });
  });
});

describe("a real project", () => {
  test.each<[TargetOptions, string, string]>([
    [
      {},
      "https://acme-farm-default-rtdb.firebaseio.com",
      "https://us-central1-acme-farm.cloudfunctions.net",
    ],
    [
      { region: "europe-west1" },
      "https://acme-farm-default-rtdb.europe-west1.firebasedatabase.app",
      "https://europe-west1-acme-farm.cloudfunctions.net",
    ],
    [
      { region: "us-east1" },
      "https://acme-farm-default-rtdb.firebaseio.com",
      "https://us-east1-acme-farm.cloudfunctions.net",
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
    { project: "" },
    { project: "Acme" },
    { project: "acme-farm", region: "Mars" },
    { project: "acme-farm", databaseUrl: "http://127.0.0.1:9000" },
    { project: "acme-farm", databaseUrl: "https://evil.example.com" },
    { project: "acme-farm", databaseUrl: "https://acme.firebaseio.com.example.com" },
    { project: "acme-farm", functionsUrl: "http://farm.example.com" },
  ])("%j is refused", (options) => {
    expect(resolve(options)).toMatchObject({ ok: false });
  });
});
