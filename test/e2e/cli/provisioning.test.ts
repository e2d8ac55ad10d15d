/** From an empty project to a stored reading, and back: each command's output and what it stores. */

import { randomUUID } from "node:crypto";
import { FUNCTIONS_URL } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import { addPerson } from "../../support/web/farm";
import type { Person } from "../../support/web/farm";
import { farm, farmError, farmJson } from "../../support/cli/farm-command";

const database = databaseClient();
const id = randomUUID();
const [farmId, houseId, otherHouse, uid] = [`f-${id}`, `g-${id}`, `h-${id}`, `s-${id}`];
let owner: Person;

beforeAll(async () => {
  owner = await addPerson();
});

// Each step builds on the earlier ones.
describe("provisioning", () => {
  test("a farm is created once by its owner, with a random key", async () => {
    expect(await farmJson(["create", farmId, "--owner", owner.email, "--name", "Acres"])).toEqual({
      farmId,
      name: "Acres",
      owner: owner.uid,
    });
    expect(await database.get(`farms/${farmId}`)).toEqual({
      name: "Acres",
      apiKey: expect.stringMatching(/^[\w-]{32}$/) as string,
      members: { [owner.uid]: "owner" },
    });
    expect(await database.get(`users/${owner.uid}`)).toEqual({ farms: { [farmId]: true } });
    expect(await database.get(`usedFarmIds/${farmId}`)).toBe(true);
    expect(await farmJson(["list"])).toContainEqual({ farmId, name: "Acres", members: 1 });
    expect(await farmError(["create", farmId, "--owner", "somebody"])).toEqual({
      code: 1,
      error: `The farm ${farmId} already exists.`,
      hint: "Choose another id; `farm list` shows all.",
    });
  });

  test("greenhouses are added, listed and renamed", async () => {
    const added = { greenhouseId: houseId, name: "One", farmId };
    expect(await farmJson(["greenhouse", "add", farmId, houseId, "--name", "One"])).toEqual(added);
    await farmJson(["greenhouse", "add", farmId, otherHouse]);
    await farmJson(["greenhouse", "rename", houseId, "First"]);
    expect(await farmJson(["greenhouse", "list", farmId])).toEqual([
      { greenhouseId: houseId, name: "First", sensors: 0 },
      { greenhouseId: otherHouse, name: otherHouse, sensors: 0 },
    ]);
  });

  test("a sensor is registered, linked, renamed and shown", async () => {
    const bare = { uid, sensorName: uid, sensorType: "SHT31", farmId, greenhouse: null };
    const sensor = { ...bare, role: "air" };
    expect(await farmJson(["sensor", "add", farmId, uid, "--type", "SHT31"])).toEqual(sensor);
    const linked = { ...sensor, greenhouse: houseId, sensorName: "North" };
    await farmJson(["sensor", "link", uid, houseId]);
    expect(await farmJson(["sensor", "rename", uid, "North"])).toEqual(linked);
    expect(await farmJson(["sensor", "role", uid, "soil"])).toEqual({ ...linked, role: "soil" });
    await farmJson(["sensor", "role", uid, "air"]);
    const nothingSent = { board: null, lastSeen: null, silent: false };
    expect(await farmJson(["sensor", "list", farmId])).toEqual([{ ...linked, ...nothingSent }]);
  });

  test("a reading is stored, and is among the sensor's newest values", async () => {
    const measured = ["--temperature", "-3.5", "--battery", "80"];
    const env = { FUNCTIONS_URL };
    const sent = (await farmJson(["reading", "send", uid, ...measured], { env })) as {
      answer: { data: { timestamp: number } };
    };
    expect(sent).toMatchObject({
      status: 200,
      answer: { success: true, uid, greenhouse: houseId, data: { temperature: -3.5, battery: 80 } },
    });
    expect(await farmJson(["sensor", "show", uid])).toMatchObject({
      uid,
      greenhouse: houseId,
      newest: { temperature: -3.5, battery: 80, updatedAt: sent.answer.data.timestamp },
    });
  });

  test("the key is shown, and replaced only after confirmation", async () => {
    const { apiKey } = (await farmJson(["key", "show", farmId])) as { apiKey: string };
    expect(await database.get(`farms/${farmId}/apiKey`)).toBe(apiKey);
    expect((await farmError(["key", "rotate", farmId])).code).toBe(3);
    expect(await database.get(`farms/${farmId}/apiKey`)).toBe(apiKey);
    const rotated = (await farmJson(["key", "rotate", farmId, "--yes"])) as { apiKey: string };
    expect(rotated.apiKey).not.toBe(apiKey);
    expect(await database.get(`farms/${farmId}/apiKey`)).toBe(rotated.apiKey);
  });

  test("an unlinked sensor's reading is refused, with the server's own answer", async () => {
    expect(await farmJson(["sensor", "unlink", uid])).toMatchObject({ greenhouse: null });
    const { code, stdout } = await farm(["reading", "send", uid, "--light", "1", "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      status: 400,
      answer: { error: "Sensor is not linked to any greenhouse." },
    });
  });

  test("a greenhouse with sensors or history cannot be removed; without them it can", async () => {
    await farmJson(["sensor", "link", uid, houseId]);
    const linked = await farmError(["greenhouse", "remove", houseId]);
    expect(linked).toMatchObject({ code: 1, error: `${houseId} has 1 linked sensor: ${uid}.` });
    await farmJson(["sensor", "unlink", uid]);
    const kept = await farmError(["greenhouse", "remove", houseId]);
    expect(kept.error).toBe(
      `${houseId} has history, which is stored as long as the greenhouse exists.`,
    );
    expect(kept.code).toBe(1);
    const prune = ["history", "prune", houseId, "--before", "now", "--delete"];
    await farmJson([...prune, "--not-rolled-up", "--confirm", houseId]);
    expect(await farmJson(["greenhouse", "remove", houseId])).toEqual({
      greenhouseId: houseId,
      farmId,
      removed: true,
    });
    expect(await database.get(`greenhouses/${houseId}`)).toBeNull();
    expect(await database.get(`sensors/${houseId}`)).toBeNull();
  });

  test("a farm is deleted once its name is confirmed, and leaves its id taken", async () => {
    const command = ["delete", farmId];
    expect(await farmError([...command, "--confirm", farmId])).toMatchObject({
      code: 3,
      error: `--confirm ${farmId} does not match "Acres".`,
    });
    expect((await farmError(command)).error).toContain("no terminal to ask");
    expect(await farmJson([...command, "--confirm", "Acres"])).toEqual({
      farmId,
      greenhouses: 1,
      sensors: 1,
      entries: 0,
      isIdFree: false,
    });
    expect(JSON.stringify(await database.get(""))).not.toContain(otherHouse);
    expect(await database.get(`users/${owner.uid}`)).toBeNull();
    expect((await farmError(["create", farmId, "--owner", owner.uid])).code).toBe(1);
  });
});
