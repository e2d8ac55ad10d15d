/**
 * Commands never take over another farm's data or replace existing data, even when two run at the
 * same moment.
 */

import { randomUUID } from "node:crypto";
import { databaseClient } from "../../support/backend/database-client";
import { farm, farmError, farmJson, startFarm } from "../../support/cli/farm-command";

const database = databaseClient();

async function createFarm(): Promise<string> {
  const farmId = `f-${randomUUID()}`;
  await farmJson(["create", farmId, "--owner", `o-${randomUUID()}`]);
  return farmId;
}

test("when two people create the same farm at once, one owns it and the other is refused", async () => {
  const farmId = `f-${randomUUID()}`;
  const owners = [`o-${randomUUID()}`, `o-${randomUUID()}`];
  const ends = await Promise.all(owners.map((owner) => farm(["create", farmId, "--owner", owner])));
  expect(ends.map(({ code }) => code).toSorted()).toEqual([0, 1]);
  const winner = owners[ends.findIndex(({ code }) => code === 0)] ?? "";
  expect(await database.get(`farms/${farmId}/members`)).toEqual({ [winner]: "owner" });
});

test("the id of a deleted farm cannot be used again", async () => {
  const farmId = await createFarm();
  await farmJson(["sensor", "add", farmId, `s-${randomUUID()}`]);
  await database.remove(`farms/${farmId}`);
  expect(await farmError(["create", farmId, "--owner", "somebody"])).toEqual({
    code: 1,
    error: `There was a farm ${farmId} before: stored data may still name it.`,
    hint: "Choose another id.",
  });
  expect(await database.get(`farms/${farmId}`)).toBeNull();
});

test("when two farms register the same uid at once, one of them gets it", async () => {
  const farms = [await createFarm(), await createFarm()];
  const uid = `s-${randomUUID()}`;
  const ends = await Promise.all(farms.map((farmId) => farm(["sensor", "add", farmId, uid])));
  expect(ends.map(({ code }) => code).toSorted()).toEqual([0, 1]);
  const winner = farms[ends.findIndex(({ code }) => code === 0)];
  expect(await database.get(`registeredSensors/${uid}/farmId`)).toBe(winner);
});

test("a uid and a greenhouse of another farm stay with it", async () => {
  const [first, second] = [await createFarm(), await createFarm()];
  const [uid, house] = [`s-${randomUUID()}`, `g-${randomUUID()}`];
  await farmJson(["sensor", "add", first, uid]);
  await farmJson(["greenhouse", "add", second, house]);
  expect(await farmError(["sensor", "add", second, uid])).toMatchObject({
    code: 1,
    error: `Another farm has registered the uid ${uid}.`,
  });
  expect(await farmError(["sensor", "link", uid, house])).toMatchObject({
    code: 1,
    error: `${house} does not belong to ${first}.`,
  });
  expect((await farmError(["greenhouse", "add", first, house])).code).toBe(1);
  expect(await database.get(`greenhouses/${house}/farmId`)).toBe(second);
});

test.each([
  ["signed readings", { bySensor: { x: { temperature: 1 } } }],
  ["history alone", { history: { "-Nabcdefghijklmnopqr": { uid: "x", updatedAt: 1 } } }],
  ["readings with the key in the body", { current: { x: { updatedAt: 1 } } }],
])("a new greenhouse does not inherit %s", async (_, records) => {
  const farmId = await createFarm();
  const house = `g-${randomUUID()}`;
  await database.put(`sensors/${house}`, records);
  expect(await farmError(["greenhouse", "add", farmId, house])).toMatchObject({
    code: 1,
    error: `There are readings of an earlier greenhouse ${house}: a new one would inherit them.`,
  });
  expect(await database.get(`greenhouses/${house}`)).toBeNull();
});

test("the rules authorize every write, and the SDK prints nothing about it", async () => {
  const locked = databaseClient(`locked-${randomUUID()}`);
  await locked.loadRules({ rules: { ".read": false, ".write": false } });
  const url = `http://${process.env["FIREBASE_DATABASE_EMULATOR_HOST"] ?? ""}?ns=${locked.namespace}`;
  const args = ["create", "f", "--owner", "o", "--database-url", url, "--json"];
  const { code, stdout, stderr } = await startFarm(args).finished;
  expect([code, stdout]).toEqual([1, ""]);
  expect(JSON.parse(stderr)).toMatchObject({ error: "The database's rules rejected this change." });
  expect(await locked.get("farms")).toBeNull();
});

// One check of each command. The unit tests check the rest.
test.each([
  [["create", "a.b", "--owner", "o"], "A farm's id cannot contain . $ # [ ] /"],
  [["create", "f", "--owner", "x y"], '"x y" is not an email address or a uid'],
  [["create", "f", "--owner", "@"], "@ is not an email address."],
  [["create", "f", "--owner", "o", "--name", ""], "A farm's name needs a visible character"],
  [["key", "show", "__proto__"], "A farm's id cannot be __proto__"],
  [["greenhouse", "add", "f", "a/b"], "A greenhouse's id cannot contain"],
  [["greenhouse", "remove", "__proto__"], "A greenhouse's id cannot be __proto__"],
  [["history", "prune", "__proto__", "--before", "now"], "A greenhouse's id cannot be __proto__"],
  [["sensor", "add", "f", "--", "-OaNewEntry000000001"], "looks like the key of a history"],
  [["sensor", "add", "f", "s", "--type", "two\nlines"], "A sensor's type must be a single line"],
  [["sensor", "rename", "s", "x".repeat(101)], "A sensor's name can have at most 100"],
  [["sensor", "show", "a#b"], "A sensor's uid cannot contain"],
  [["reading", "send", "__proto__", "--light", "1"], "A sensor's uid cannot be __proto__"],
  [["readings", "export", "f", "--sensor", "a/b"], "A sensor's uid cannot contain"],
  [["readings", "tail", "f", "--sensor", "__proto__"], "A sensor's uid cannot be __proto__"],
])("values that the rules would reject are a usage error: %j", async (args, words) => {
  const { code, stderr } = await farm(args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
});

test.each([
  [["greenhouse", "list", "no-such-farm"], "Farm ID not found: no-such-farm"],
  [["greenhouse", "rename", "no-such-house", "x"], "Greenhouse not found: no-such-house"],
  [["sensor", "link", "no-such-sensor", "g"], "Sensor UID not found: no-such-sensor"],
  [["reading", "send", "no-such-sensor", "--light", "1"], "Sensor UID not found: no-such-sensor"],
])("reports a missing record: %j", async (args, error) => {
  expect(await farmError(args)).toMatchObject({ code: 1, error });
});
