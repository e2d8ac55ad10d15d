/** Exit codes, output as JSON, which database a command uses, and that it never harms stored data. */

import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { version } from "../../../tools/cli/package.json";
import { freePort, HOST } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import { farm, FARM, farmError, farmJson, startFarm } from "../../support/cli/farm-command";

const database = databaseClient();

describe("the command line", () => {
  test("corrects misspelt words", async () => {
    const { code, stdout, stderr } = await farm(["list", "--verbos", "--json"]);
    expect([code, stdout]).toEqual([2, ""]);
    const [error, hint] = ["unknown option '--verbos'", "(Did you mean --verbose?)"];
    expect(JSON.parse(stderr)).toEqual({ error, hint, exitCode: 2 });
  });

  test("as a process names its database once, prints usage errors as text, and knows its version", async () => {
    const run = (...args: readonly string[]): string => {
      const [node, file] = FARM;
      return spawnSync(node, [file, ...args], { encoding: "utf8" }).stderr;
    };
    const address = process.env["FIREBASE_DATABASE_EMULATOR_HOST"] ?? "";
    expect(run("list")).toBe(`Database: http://${address}?ns=${database.namespace} (emulators)\n`);
    expect(run("list", "--json")).toBe("");
    const usage = "error: unknown command 'no-such-command'\n(--help shows the usage)\n";
    expect((await farm(["no-such-command"])).stderr).toBe(usage);
    expect(await farmJson(["--version"])).toEqual({ version });
  });

  test("shows its help also as JSON", async () => {
    const [plain, json] = [await farm(["--help"]), await farm(["--help", "--json"])];
    expect([plain.code, json.code, json.stderr]).toEqual([0, 0, ""]);
    expect(JSON.parse(json.stdout)).toEqual({ help: plain.stdout.trim() });
  });

  test("writes commands in hints that can be pasted into a shell", async () => {
    const farmId = `my farm's ${randomUUID()}`;
    const quoted = `'${farmId.replaceAll("'", "'\\''")}'`;
    const { stdout } = await farm(["create", farmId, "--owner", "o"]);
    expect(stdout).toContain(`Its key: \`farm key show ${quoted}\``);
    expect((await farmError(["key", "end-old", farmId])).hint).toBe(
      `To add a second one: \`farm key rotate ${quoted} --keep-old\``,
    );
  });

  test("reports a database or functions that cannot be reached at once", async () => {
    const nowhere = `${HOST}:${await freePort()}`;
    const env = { FIREBASE_DATABASE_EMULATOR_HOST: nowhere };
    expect(await farmError(["list"], { env })).toEqual({
      code: 4,
      error: `The database at http://${nowhere}?ns=demo-farm-default-rtdb cannot be reached.`,
      hint: "Start it with `npm start`, or name its data folder: GREENHOUSE_DATA=<folder>. For a real project give --project <id>.",
    });
    const keyInBody = ["--variant", "key-in-body", "--sensor-key", "k"];
    const sent = await farmError(["reading", "send", "x", "--light", "1", ...keyInBody], {
      env: { FUNCTIONS_URL: `http://${nowhere}` },
    });
    expect(sent).toMatchObject({ code: 4, hint: "Start it with `npm start`." });
  });

  test("completes the values of an option in bash, without a database", async () => {
    const env = { FIREBASE_DATABASE_EMULATOR_HOST: `${HOST}:1` };
    const words = ["readings", "export", "--format", ""];
    const { stdout } = await startFarm(["complete", "--", ...words], { env }).finished;
    expect(stdout).toContain("ndjson");
  });
});

describe("a real project", () => {
  test("is not selected by the environment", async () => {
    const env = {
      GOOGLE_CLOUD_PROJECT: "real-project",
      GOOGLE_APPLICATION_CREDENTIALS: "/nowhere/key.json",
      FIREBASE_CONFIG: JSON.stringify({ databaseURL: "https://real-project.firebaseio.com" }),
    };
    const farmId = `f-${randomUUID()}`;
    const { code } = await startFarm(["create", farmId, "--owner", "o"], { env }).finished;
    expect(code).toBe(0);
    expect(await database.get(`farms/${farmId}/members`)).toEqual({ o: "owner" });
  });

  test("is not touched without confirmation", async () => {
    expect(await farmError(["list", "--project", "real-project"])).toEqual({
      code: 3,
      error:
        "Confirmation is needed, and there is no terminal to ask: This is the real project real-project (https://real-project-default-rtdb.firebaseio.com). Continue?",
      hint: "Add --yes to confirm.",
    });
    const address = "https://real-project.firebaseio.com";
    expect((await farmError(["list", "--database-url", address])).code).toBe(2);
  });

  test("needs credentials", async () => {
    const nowhere = { HOME: "/nowhere", APPDATA: "/nowhere" };
    const env = { ...nowhere, GOOGLE_APPLICATION_CREDENTIALS: "/nowhere/key.json" };
    const args = ["list", "--project", "real-project", "--yes"];
    const { code, stderr } = await startFarm(args, { env }).finished;
    expect(code).toBe(4);
    expect(stderr).toContain("No usable application-default credentials were found.");
  });
});

describe("stored data", () => {
  async function createFarm(): Promise<string> {
    const farmId = `f-${randomUUID()}`;
    await farmJson(["create", farmId, "--owner", `o-${randomUUID()}`]);
    return farmId;
  }

  test("has one winner if two people create the same farm, or two farms the same sensor, at once", async () => {
    const farmId = `f-${randomUUID()}`;
    const owners = [`o-${randomUUID()}`, `o-${randomUUID()}`];
    const created = await Promise.all(
      owners.map((owner) => farm(["create", farmId, "--owner", owner])),
    );
    expect(created.map(({ code }) => code).toSorted()).toEqual([0, 1]);
    const owner = owners[created.findIndex(({ code }) => code === 0)] ?? "";
    expect(await database.get(`farms/${farmId}/members`)).toEqual({ [owner]: "owner" });

    const farms = [farmId, await createFarm()];
    const uid = `s-${randomUUID()}`;
    const added = await Promise.all(farms.map((id) => farm(["sensor", "add", id, uid])));
    expect(added.map(({ code }) => code).toSorted()).toEqual([0, 1]);
    const winner = farms[added.findIndex(({ code }) => code === 0)];
    expect(await database.get(`registeredSensors/${uid}/farmId`)).toBe(winner);
  });

  test("of a lost farm, a sensor or a greenhouse is not taken over by another farm", async () => {
    const [first, second, lost] = [await createFarm(), await createFarm(), await createFarm()];
    await database.remove(`farms/${lost}`);
    expect(await farmError(["create", lost, "--owner", "somebody"])).toEqual({
      code: 1,
      error: `There was a farm ${lost} before: stored data may still name it.`,
      hint: "Choose another id.",
    });
    const [uid, house] = [`s-${randomUUID()}`, `g-${randomUUID()}`];
    await farmJson(["sensor", "add", first, uid]);
    await farmJson(["greenhouse", "add", second, house]);
    expect((await farmError(["sensor", "add", second, uid])).error).toBe(
      `Another farm has registered the uid ${uid}.`,
    );
    expect((await farmError(["sensor", "link", uid, house])).error).toBe(
      `${house} does not belong to ${first}.`,
    );
    expect((await farmError(["greenhouse", "add", first, house])).code).toBe(1);
    expect(await database.get(`greenhouses/${house}/farmId`)).toBe(second);
  });

  test("is not inherited by a new greenhouse", async () => {
    const farmId = await createFarm();
    const house = `g-${randomUUID()}`;
    await database.put(`sensors/${house}/history/-Nabcdefghijklmnopqr`, { updatedAt: 1 });
    expect(await farmError(["greenhouse", "add", farmId, house])).toMatchObject({
      code: 1,
      error: `There are readings of an earlier greenhouse ${house}: a new one would inherit them.`,
    });
    expect(await database.get(`greenhouses/${house}`)).toBeNull();
  });

  test("is protected by the rules, and the SDK prints nothing about a denial", async () => {
    const locked = databaseClient(`locked-${randomUUID()}`);
    await locked.loadRules({ rules: { ".read": false, ".write": false } });
    const url = `http://${process.env["FIREBASE_DATABASE_EMULATOR_HOST"] ?? ""}?ns=${locked.namespace}`;
    const args = ["create", "f", "--owner", "o", "--database-url", url, "--json"];
    const { code, stdout, stderr } = await startFarm(args).finished;
    expect([code, stdout]).toEqual([1, ""]);
    expect(JSON.parse(stderr)).toMatchObject({
      error: "The database's rules rejected this change.",
    });
    expect(await locked.get("farms")).toBeNull();
  });
});

describe("impossible arguments are refused in words", () => {
  const id = randomUUID();
  const [farmId, house, uid, owner] = [`f-${id}`, `g-${id}`, `s-${id}`, `o-${id}`];
  const names = new Map(Object.entries({ FARM: farmId, HOUSE: house, SENSOR: uid, OWNER: owner }));

  beforeAll(async () => {
    await farmJson(["create", farmId, "--owner", owner]);
    await farmJson(["greenhouse", "add", farmId, house]);
    await farmJson(["sensor", "add", farmId, uid, "--greenhouse", house]);
  });

  // The unit tests check ids, names and times.
  test.each<[command: string, code: number, words: string]>([
    ["create f", 2, "required option '--owner <email|uid>' not specified"],
    ["list too many", 2, "too many arguments for 'list'. Expected 0 arguments but got 2."],
    ["readings export f --format xml", 2, "Allowed choices are csv, ndjson."],
    // Values that the rules would reject.
    ["create a.b --owner o", 2, "A farm's id cannot contain . $ # [ ] /"],
    ["create f --owner o --name=", 2, "A farm's name needs a visible character"],
    ["sensor add f light", 2, 'The uid "light" is reserved'],
    ["sensor rename s two\nlines", 2, "A sensor's name must be a single line"],
    ["readings tail f --sensor __proto__", 2, "A sensor's uid cannot be __proto__"],
    // Records that do not exist, or do not fit.
    ["greenhouse list no-such-farm", 1, "Farm ID not found: no-such-farm"],
    ["sensor key show no-such-sensor", 1, "Sensor UID not found: no-such-sensor"],
    ["simulate FARM --greenhouse other", 1, "Greenhouse not found: other"],
    ["readings export FARM --sensor herps", 1, "has no sensor herps."],
    ["member add FARM OWNER --role owner", 2, "they join by a link."],
    ["member role FARM nobody@example.com owner", 1, "No account has the address nobody@"],
    ["invite withdraw FARM abc", 2, "abc is not an invitation link"],
    ["invite FARM --page example", 2, "--page example is not the address of a page."],
    // Readings and history.
    ["reading send SENSOR", 2, "A reading needs at least one measurement."],
    ["reading send SENSOR --file x --light 1", 2, "--file cannot be combined with other options"],
    ["reading send SENSOR --at 1h --light 1 --variant signed", 2, "--at sends a batch (hmac)"],
    ["readings import FARM none.csv", 1, "none.csv cannot be read: ENOENT"],
    ["readings export FARM --output /no/such/folder.csv", 2, "There is no folder /no/such."],
    ["history prune HOUSE --before 2999-01-01", 2, "--before must not be in the future."],
    ["history rollup HOUSE --farm FARM", 2, "Give a greenhouse, or a farm with --farm."],
    // Alerts and outputs.
    ["alerts ack FARM a --all --as OWNER", 2, "Name one alert, or give --all."],
    ["alerts ack FARM --all --snooze 8d --as OWNER", 2, "is not a duration of up to a week."],
    ["alerts ack FARM silent,,gone --as OWNER", 1, "There is no open alert silent,,gone"],
    ["alerts ack FARM --all --as stranger", 1, "stranger is not a member of"],
    ["place FARM 91 0", 2, "The latitude must be from -90 to 90."],
    ["greenhouse thresholds HOUSE temperature --max 300", 2, "is not a possible temperature"],
    ["greenhouse thresholds HOUSE humidity --min 60 --night-max 50", 2, "lower bound 60 is above"],
    ["output on SENSOR valve --for 1m", 1, "has no output valve."],
    ["output on SENSOR valve --for 25h", 2, "from 1s to 24h"],
    ["output add SENSOR pump x", 2, "--max-a-day is missing"],
  ])("%s", async (command, code, words) => {
    const refused = await farmError(command.split(" ").map((word) => names.get(word) ?? word));
    expect([refused.code, refused.error]).toEqual([code, expect.stringContaining(words)]);
  });
});
