/** Nothing of another farm is taken over, and nothing that exists is replaced, even when two come at the same moment. */

import { randomUUID } from "node:crypto";
import { databaseClient } from "../../support/backend/database-client";
import { farm, farmError, farmJson } from "../../support/cli/farm-command";

const database = databaseClient();

async function foundFarm(): Promise<{ farmId: string; owner: string }> {
  const [farmId, owner] = [`f-${randomUUID()}`, `o-${randomUUID()}`];
  await farmJson(["create", farmId, "--owner", owner]);
  return { farmId, owner };
}

test("of two who found the same farm at once, one owns it and the other is refused", async () => {
  const farmId = `f-${randomUUID()}`;
  const owners = [`o-${randomUUID()}`, `o-${randomUUID()}`];
  const ends = await Promise.all(owners.map((owner) => farm(["create", farmId, "--owner", owner])));
  expect(ends.map(({ code }) => code).toSorted()).toEqual([0, 1]);
  const winner = owners[ends.findIndex(({ code }) => code === 0)] ?? "";
  expect(await database.get(`farms/${farmId}/members`)).toEqual({ [winner]: "owner" });
});

test("an id is not founded again after an administrator deleted its farm", async () => {
  const { farmId } = await foundFarm();
  const uid = `s-${randomUUID()}`;
  await farmJson(["sensor", "add", farmId, uid]);
  await database.remove(`farms/${farmId}`);
  expect(await farmError(["create", farmId, "--owner", "somebody"])).toEqual({
    code: 1,
    error: `There was a farm ${farmId} before: what is left of it may still name it.`,
    hint: "Choose another id.",
  });
  expect(await database.get(`farms/${farmId}`)).toBeNull();
});

test("of two farms that register the same uid at once, one has it", async () => {
  const farms = [await foundFarm(), await foundFarm()];
  const uid = `s-${randomUUID()}`;
  const ends = await Promise.all(farms.map(({ farmId }) => farm(["sensor", "add", farmId, uid])));
  expect(ends.map(({ code }) => code).toSorted()).toEqual([0, 1]);
  const winner = farms[ends.findIndex(({ code }) => code === 0)];
  expect(await database.get(`registeredSensors/${uid}/farmId`)).toBe(winner?.farmId);
});

test("a uid and a greenhouse of another farm stay with it", async () => {
  const [first, second] = [await foundFarm(), await foundFarm()];
  const [uid, house] = [`s-${randomUUID()}`, `g-${randomUUID()}`];
  await farmJson(["sensor", "add", first.farmId, uid]);
  await farmJson(["greenhouse", "add", second.farmId, house]);
  expect(await farmError(["sensor", "add", second.farmId, uid])).toMatchObject({
    code: 1,
    error: `The uid ${uid} is registered by another farm.`,
  });
  expect(await farmError(["sensor", "link", uid, house])).toMatchObject({
    code: 1,
    error: `${house} belongs to another farm than ${first.farmId}.`,
  });
  expect((await farmError(["greenhouse", "add", first.farmId, house])).code).toBe(1);
  expect(await database.get(`greenhouses/${house}/farmId`)).toBe(second.farmId);
});

test.each([
  ["signed readings", { bySensor: { x: { temperature: 1 } } }],
  ["history alone", { history: { "-Nabcdefghijklmnopqr": { uid: "x", updatedAt: 1 } } }],
  ["readings with the key in the body", { current: { x: { updatedAt: 1 } } }],
])("a greenhouse is not made over %s", async (_, records) => {
  const { farmId } = await foundFarm();
  const house = `g-${randomUUID()}`;
  await database.put(`sensors/${house}`, records);
  expect(await farmError(["greenhouse", "add", farmId, house])).toMatchObject({
    code: 1,
    error: `Readings of an earlier greenhouse ${house} are stored: a new one would inherit them.`,
  });
  expect(await database.get(`greenhouses/${house}`)).toBeNull();
});

test("the rules judge what is written: without them in force nothing is", async () => {
  const namespace = `locked-${randomUUID()}`;
  const locked = databaseClient(namespace);
  await locked.loadRules({ rules: { ".read": false, ".write": false } });
  const url = `http://${process.env["FIREBASE_DATABASE_EMULATOR_HOST"] ?? ""}?ns=${namespace}`;
  const refused = await farmError(["create", "f", "--owner", "o", "--database-url", url]);
  expect(refused).toMatchObject({ code: 1, error: "The database's rules refused this change." });
  expect(await locked.get("farms")).toBeNull();
});

test.each([
  [["create", "a.b", "--owner", "o"], "A farm's id cannot hold any of . $ # [ ] /"],
  [["create", "x".repeat(101), "--owner", "o"], "A farm's id has 1 to 100 characters"],
  [["create", "f", "--owner", "x y"], '"x y" is neither an email address nor a uid'],
  [["create", "f", "--owner", "@"], "@ is no email address."],
  [["create", "__proto__", "--owner", "o"], "A farm's id cannot be __proto__"],
  [["create", "f", "--owner", "__proto__"], "A member's uid cannot be __proto__"],
  [["key", "show", "__proto__"], "A farm's id cannot be __proto__"],
  [["greenhouse", "add", "f", "__proto__"], "A greenhouse's id cannot be __proto__"],
  [["greenhouse", "remove", "__proto__"], "A greenhouse's id cannot be __proto__"],
  [["history", "prune", "__proto__", "--before", "now"], "A greenhouse's id cannot be __proto__"],
  [["sensor", "add", "f", "hasOwnProperty"], "A sensor's uid cannot be hasOwnProperty"],
  [["sensor", "show", "a#b"], "A sensor's uid cannot hold any of"],
  [["reading", "send", "__proto__", "--light", "1"], "A sensor's uid cannot be __proto__"],
  [["readings", "export", "f", "--sensor", "a/b"], "A sensor's uid cannot hold any of"],
  [["readings", "tail", "f", "--sensor", "__proto__"], "A sensor's uid cannot be __proto__"],
  [["create", "f", "--owner", "o", "--name", ""], "A farm's name has 1 to 100 characters"],
  [["greenhouse", "add", "f", "a/b"], "A greenhouse's id cannot hold any of"],
  [["sensor", "add", "f", "updatedAt"], 'The uid "updatedAt" is reserved'],
  [["sensor", "add", "f", "s", "--type", "two\nlines"], "A sensor's type has 1 to 100"],
  [["sensor", "rename", "s", "x".repeat(101)], "A sensor's name has 1 to 100"],
])("what the rules would refuse is a mistake of use: %j", async (args, words) => {
  const refused = await farmError(args);
  expect([refused.code, refused.error]).toEqual([2, expect.stringContaining(words)]);
});

test("a uid that could be the key of a history entry is a mistake of use", async () => {
  const uid = "-OaNewEntry000000001";
  const { code, stderr } = await farm(["sensor", "add", "f", "--", uid]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("looks like the key of a history")]);
});

test.each([
  [["greenhouse", "list", "no-such-farm"], "Farm ID not found: no-such-farm"],
  [["greenhouse", "rename", "no-such-house", "x"], "Greenhouse not found: no-such-house"],
  [["sensor", "link", "no-such-sensor", "g"], "Sensor UID not found: no-such-sensor"],
  [["reading", "send", "no-such-sensor", "--light", "1"], "Sensor UID not found: no-such-sensor"],
  [["key", "show", "no-such-farm"], "Farm ID not found: no-such-farm"],
])("what is not there is said: %j", async (args, error) => {
  expect(await farmError(args)).toMatchObject({ code: 1, error });
});
