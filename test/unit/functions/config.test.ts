import { readFileSync } from "node:fs";
import path from "node:path";

import {
  chooseDatabaseUrl,
  parseKeys,
  readCacheLimits,
  readDatabaseUrl,
  readDeadlineMs,
  readSensorDataConfig,
} from "../../../functions/src/config";

const environment = process.env;
beforeEach(() => {
  process.env = { PATH: environment["PATH"], SENSOR_API_KEY: "k1" };
});
afterAll(() => {
  process.env = environment;
});

test("functions/.env sets every parameter to its default, so that the CLI need not ask", () => {
  const text = readFileSync(path.join(__dirname, "../../../functions/.env"), "utf8");
  const set = text.split("\n").filter((line) => /^[A-Z_]+=/.test(line));
  // Where the CLI's discovery finds them too.
  const declared: { name: string; options: { default?: unknown } }[] = Reflect.get(
    globalThis,
    Symbol.for("firebase-functions:params:declaredParams"),
  );
  const expected = declared
    .filter(({ name }) => name !== "SENSOR_API_KEY")
    .map(({ name, options }) => `${name}=${String(options.default)}`);
  expect(set.sort()).toEqual(expected.sort());
});

test("a host that sets no parameters runs on the defaults", () => {
  expect(readDeadlineMs()).toBe(10_000);
  expect(readCacheLimits()).toEqual({ maxEntries: 10_000, maxAgeMs: 60_000 });
  expect(readSensorDataConfig()).toEqual({ acceptedVariants: "both", sensorKeys: ["k1"] });
});

test("what is set holds", () => {
  process.env["DATABASE_DEADLINE_SECONDS"] = "3";
  process.env["REGISTRATION_CACHE_SECONDS"] = "0";
  process.env["REGISTRATION_CACHE_ENTRIES"] = "5";
  process.env["SENSOR_DATA_VARIANT"] = "key-in-body";
  process.env["SENSOR_API_KEY"] = "k1, k2";
  process.env["DATABASE_INSTANCE"] = "other";
  expect(readDeadlineMs()).toBe(3000);
  expect(readCacheLimits()).toEqual({ maxEntries: 5, maxAgeMs: 0 });
  expect(readSensorDataConfig()).toEqual({
    acceptedVariants: "key-in-body",
    sensorKeys: ["k1", "k2"],
  });
  expect(readDatabaseUrl()).toBe("https://other.firebaseio.com");
});

test("an empty secret is no key", () => {
  process.env["SENSOR_API_KEY"] = "";
  expect(readSensorDataConfig()).toEqual({ acceptedVariants: "both", sensorKeys: [] });
});

test.each([
  ["SENSOR_DATA_VARIANT", "open", readSensorDataConfig],
  ["DATABASE_DEADLINE_SECONDS", "0", readDeadlineMs],
  ["DATABASE_DEADLINE_SECONDS", "soon", readDeadlineMs],
  ["REGISTRATION_CACHE_SECONDS", "-1", readCacheLimits],
])("%s=%s is an error that names it", (name, value, read) => {
  process.env[name] = value;
  expect(read).toThrow(name);
});

test.each([
  ["one", ["one"]],
  ["one,two", ["one", "two"]],
  ["one two", ["one", "two"]],
  [" one ,\n two\n", ["one", "two"]],
  ["", []],
  [" , ", []],
])("the secret %j", (secret, keys) => {
  expect(parseKeys(secret)).toEqual(keys);
});

const europe = "https://farm-default-rtdb.europe-west1.firebasedatabase.app";

test.each([
  ["a URL", europe, "https://x.firebaseio.com", "farm", europe],
  ["a name", "readings", europe, "farm", "https://readings.firebaseio.com"],
  ["the platform's", "", europe, "farm", europe],
  ["an old project's", "", "https://farm.firebaseio.com", "farm", "https://farm.firebaseio.com"],
  [
    "a demo project's made-up one",
    "",
    "https://demo-farm.firebaseio.com",
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
  ["the default one", "", "", "demo-farm", "https://demo-farm-default-rtdb.firebaseio.com"],
])("the database is %s", (_name, instance, configured, project, url) => {
  expect(chooseDatabaseUrl(instance, configured, project)).toBe(url);
});

test("without a project and an instance there is no database", () => {
  expect(() => chooseDatabaseUrl("", "", "")).toThrow("DATABASE_INSTANCE");
});
