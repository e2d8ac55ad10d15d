/** Who may create farms: the stored setting, and how `farm create` obeys it. */

import { NAMESPACE } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import type { DatabaseClient, Json } from "../../support/backend/database-client";
import * as command from "../../support/cli/farm-command";
import { addPerson } from "../../support/cli/people";
import type { TestPerson } from "../../support/cli/people";
import { RULES } from "../../support/database";
import { useEmulator } from "rtdb-emulator/testing/emulator";
import { loadRules } from "../../support/rules-client/requests";

/** A separate deployment, because other tests create farms in the shared one meanwhile. */
const emulator = useEmulator();
const OPEN = { farmCreation: "anyone", people: [] };
let database: DatabaseClient;
let ada: TestPerson;
let ben: TestPerson;

function settings(): command.FarmSettings {
  return { env: { FIREBASE_DATABASE_EMULATOR_HOST: `${emulator.host}:${emulator.port}` } };
}

const farm = (...args: string[]) => command.farm(args, settings());
const farmJson = (...args: string[]) => command.farmJson(args, settings());
const farmError = (...args: string[]) => command.farmError(args, settings());
const storedAt = (path: string): Promise<Json> => database.get(path);

beforeAll(async () => {
  const { host, port } = emulator;
  database = databaseClient(NAMESPACE, `${host}:${port}`);
  await loadRules({ host, port, namespace: NAMESPACE, close: () => Promise.resolve() }, RULES);
  [ada, ben] = [await addPerson(), await addPerson()];
});

beforeEach(() => database.remove(""));

test("a deployment is open to anyone, until it is closed", async () => {
  expect(await farmJson("creation")).toEqual(OPEN);
  expect((await farm("creation", "show")).stdout).toBe(
    "Anyone who is signed in may create farms.\n",
  );
  await farmJson("create", "oak", "--owner", ben.uid);
  expect(await farm("creation", "listed")).toEqual({
    code: 0,
    stdout: "Only listed people may create farms, and nobody is listed.\n",
    stderr: "Put somebody on the list: `farm creation allow <email or uid>`\n",
  });
  expect(await storedAt("settings")).toEqual({ farmCreation: "listed" });
  expect(await farmError("create", "elm", "--owner", ben.email)).toEqual({
    code: 1,
    error: `Only listed people may create farms here, and ${ben.email} is not listed.`,
    hint: `Put them on the list: \`farm creation allow ${ben.email}\``,
  });
  expect(await storedAt("farms/elm")).toBeNull();
  expect(await storedAt("usedFarmIds")).toEqual({ oak: true });
  // An existing farm stays its owner's.
  await farmJson("greenhouse", "add", "oak", "herbs");
  expect(await farmJson("creation", "anyone")).toEqual({ farmCreation: "anyone", listed: 0 });
  expect(await storedAt("settings")).toEqual({ farmCreation: "anyone" });
  await farmJson("create", "elm", "--owner", ben.uid);
});

test("people are listed by address and by uid", async () => {
  expect((await farm("creation", "allow", ada.uid)).stdout).toBe(
    `${ada.uid} is listed. Everybody else may create farms too until \`farm creation listed\`\n`,
  );
  await farmJson("creation", "listed");
  expect(await farmJson("creation", "allow", ben.email)).toEqual({
    uid: ben.uid,
    listed: true,
    farmCreation: "listed",
  });
  expect(await storedAt("farmCreators")).toEqual({ [ada.uid]: true, [ben.uid]: true });
  await farmJson("create", "oak", "--owner", ada.email);
  await farmJson("create", "ash", "--owner", ben.uid);
  const { stdout } = await farm("creation");
  expect(stdout).toMatch(/^Only 2 listed people may create farms\.\nEMAIL +UID\n/);
  expect(stdout).toMatch(new RegExp(`^${ben.email} +${ben.uid}$`, "m"));
  expect(await farmJson("creation", "disallow", ada.email)).toEqual({
    uid: ada.uid,
    listed: false,
    farmCreation: "listed",
  });
  expect((await farmError("create", "elm", "--owner", ada.uid)).code).toBe(1);
  expect(await storedAt("farmCreators")).toEqual({ [ben.uid]: true });
  expect(await farmJson("creation")).toEqual({
    farmCreation: "listed",
    people: [{ uid: ben.uid, email: ben.email }],
  });
});

test("people without an address are shown, and all people if the accounts cannot be asked", async () => {
  await farmJson("creation", "allow", ada.uid);
  await farmJson("creation", "allow", "nobody-yet");
  const unknown = { uid: "nobody-yet", email: null };
  expect(await farmJson("creation")).toMatchObject({
    people: [unknown, { uid: ada.uid, email: ada.email }],
  });
  const env = { ...settings().env, FIREBASE_AUTH_EMULATOR_HOST: "127.0.0.1:1" };
  const { code, stdout, stderr } = await command.farm(["creation"], { env });
  expect([code, stderr]).toEqual([
    0,
    "Firebase Authentication cannot look up addresses at present.\n",
  ]);
  expect(stdout).toMatch(new RegExp(`^ +${ada.uid}$`, "m"));
});

test.each([
  [["disallow", "somebody"], 1, "somebody is not listed."],
  [["allow", "nobody@example.com"], 1, "No account has the address nobody@example.com."],
  [["allow", "sensor-ingest"], 2, 'The uid "sensor-ingest" is reserved'],
  [["allow", "a/b"], 2, "A person's uid cannot contain"],
  [
    ["allow", "x".repeat(129)],
    2,
    "A person's uid can have at most 128 characters; this one has 129.",
  ],
  [["allow"], 2, "missing required argument 'email|uid'"],
  [["closed"], 2, "too many arguments"],
  [["listed", "--project", "real-project"], 3, "This is the real project real-project"],
])("creation %j is refused in words", async (args, code, words) => {
  const refused = await farmError("creation", ...args);
  expect([refused.code, refused.error]).toEqual([code, expect.stringContaining(words)]);
  expect(await storedAt("")).toBeNull();
});
