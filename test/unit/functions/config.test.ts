import { readFileSync } from "node:fs";
import path from "node:path";

import { chooseDatabaseUrl } from "@greenhouse/database/client/database-url";
import {
  parseKeys,
  readDatabaseSettings,
  readSensorDataConfig,
  readSensorLimit,
} from "../../../functions/src/config";

const environment = process.env;
beforeEach(() => {
  process.env = { PATH: environment["PATH"], SENSOR_API_KEY: "k1", GCLOUD_PROJECT: "farm" };
});
afterAll(() => {
  process.env = environment;
});

test("functions/.env sets every parameter to its default, so that the CLI does not ask", () => {
  const text = readFileSync(path.join(__dirname, "../../../functions/.env"), "utf8");
  const set = text.split("\n").filter((line) => /^[A-Z_]+=/.test(line));
  // The CLI's discovery also finds the parameters here.
  const declared: { name: string; options: { default?: unknown } }[] = Reflect.get(
    globalThis,
    Symbol.for("firebase-functions:params:declaredParams"),
  );
  const expected = declared
    .filter(({ name }) => name !== "SENSOR_API_KEY")
    .map(({ name, options }) => `${name}=${String(options.default)}`);
  expect(set.sort()).toEqual(expected.sort());
});

test("uses the defaults without parameters", () => {
  expect(readDatabaseSettings()).toEqual({
    url: "https://farm-default-rtdb.firebaseio.com",
    emulator: undefined,
    timeoutMs: 10_000,
    maxRegistrations: 10_000,
  });
  expect(readSensorDataConfig()).toEqual({
    acceptedVariants: "both",
    sensorKeys: ["k1"],
    maxAgeMs: 30 * 86_400_000,
  });
  expect(readSensorLimit()).toBe(0);
});

test("uses parameters that are set", () => {
  process.env["DATABASE_DEADLINE_SECONDS"] = "3";
  process.env["REGISTRATION_CACHE_ENTRIES"] = "5";
  process.env["SENSOR_DATA_VARIANT"] = "key-in-body";
  process.env["MAX_READING_AGE_DAYS"] = "7";
  process.env["SENSOR_API_KEY"] = "k1, k2";
  process.env["DATABASE_INSTANCE"] = "other";
  process.env["SENSOR_REQUESTS_PER_MINUTE"] = "6";
  expect(readSensorLimit()).toBe(6);
  expect(readSensorDataConfig()).toEqual({
    acceptedVariants: "key-in-body",
    sensorKeys: ["k1", "k2"],
    maxAgeMs: 7 * 86_400_000,
  });
  expect(readDatabaseSettings()).toEqual({
    url: "https://other.firebaseio.com",
    emulator: undefined,
    timeoutMs: 3000,
    maxRegistrations: 5,
  });
});

test.each(["http://north.example.com", "http://127.0.0.1:9000/?ns=demo"])(
  "sends no access token to %s without an emulator",
  (url) => {
    process.env["DATABASE_INSTANCE"] = url;
    expect(readDatabaseSettings).toThrow(`${url} must begin with https://`);
    process.env["FIREBASE_DATABASE_EMULATOR_HOST"] = "127.0.0.1:9000";
    expect(readDatabaseSettings().emulator).toBe("127.0.0.1:9000");
  },
);

test.each(["localhost:99999", "host/path"])("refuses the emulator %s", (emulator) => {
  process.env["FIREBASE_DATABASE_EMULATOR_HOST"] = emulator;
  expect(readDatabaseSettings).toThrow(
    `FIREBASE_DATABASE_EMULATOR_HOST is ${emulator}, but must be`,
  );
});

test.each([
  ["", undefined],
  ["localhost", "localhost"],
  ["[::1]:9000", "[::1]:9000"],
])("accepts the emulator %j", (emulator, expected) => {
  process.env["FIREBASE_DATABASE_EMULATOR_HOST"] = emulator;
  expect(readDatabaseSettings().emulator).toBe(expected);
});

test.each([
  ["SENSOR_DATA_VARIANT", "open", readSensorDataConfig],
  ["DATABASE_DEADLINE_SECONDS", "0", readDatabaseSettings],
  ["DATABASE_DEADLINE_SECONDS", "51", readDatabaseSettings],
  ["REGISTRATION_CACHE_ENTRIES", "-1", readDatabaseSettings],
  // The rules would refuse what the functions take.
  ["MAX_READING_AGE_DAYS", "31", readSensorDataConfig],
  ["SENSOR_REQUESTS_PER_MINUTE", "-1", readSensorLimit],
])("refuses %s=%s and names the parameter", (name, value, read) => {
  process.env[name] = value;
  expect(read).toThrow(name);
});

test("splits the secret at commas, blanks and line feeds", () => {
  expect(parseKeys(" one ,\n two three\n")).toEqual(["one", "two", "three"]);
  expect(parseKeys(" , ")).toEqual([]);
});

const europe = "https://farm-default-rtdb.europe-west1.firebasedatabase.app";

test.each([
  ["a URL", europe, "https://x.firebaseio.com", "farm", europe],
  ["a name", "readings", europe, "farm", "https://readings.firebaseio.com"],
  ["the platform's", "", europe, "farm", europe],
  ["an old project's", "", "https://farm.firebaseio.com", "farm", "https://farm.firebaseio.com"],
  [
    "a demo project's made-up one of the database emulator",
    "",
    "http://127.0.0.1:9000/?ns=demo-farm",
    "demo-farm",
    "https://demo-farm-default-rtdb.firebaseio.com",
  ],
  [
    "a demo project's that someone set",
    "",
    "https://demo-2.firebaseio.com",
    "demo-farm",
    "https://demo-2.firebaseio.com",
  ],
  ["the default instance", "", "", "demo-farm", "https://demo-farm-default-rtdb.firebaseio.com"],
])("uses the database from %s", (_name, instance, configured, project, url) => {
  expect(chooseDatabaseUrl(instance, configured, project)).toBe(url);
});

test.each([
  "north.firebaseio.com",
  "http://127.0.0.1:9000/north?ns=north",
  "http://127.0.0.1:9000",
  "https://me:secret@north.firebaseio.com",
  " https://north.firebaseio.com",
  `${europe}/readings`,
])("refuses the instance %j", (instance) => {
  expect(() => chooseDatabaseUrl(instance, "", "farm")).toThrow(
    `DATABASE_INSTANCE holds ${instance}, but`,
  );
});

test("fails without a project and an instance", () => {
  expect(() => chooseDatabaseUrl("", "", "")).toThrow("DATABASE_INSTANCE");
});
