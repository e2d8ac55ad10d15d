/** Who may create farms: the stored setting, and how `farm create` obeys it. */

import { randomUUID } from "node:crypto";
import { DATABASE_ADDRESS } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import type { Json } from "../../support/backend/database-client";
import * as command from "../../support/cli/farm-command";
import { addPerson } from "../../support/web/farm";
import type { Person } from "../../support/web/farm";
import { openTestDatabase, RULES } from "../../support/database";
import { loadRules } from "../../support/rules-client/requests";

/** A separate namespace, because other tests create farms in the shared one meanwhile. */
const database = databaseClient(`creation-${randomUUID()}`);
const AT = ["--database-url", `http://${DATABASE_ADDRESS}?ns=${database.namespace}`];
let ada: Person;
let ben: Person;

const farm = (...args: string[]) => command.farm([...args, ...AT]);
const farmJson = (...args: string[]) => command.farmJson([...args, ...AT]);
const farmError = (...args: string[]) => command.farmError([...args, ...AT]);
const storedAt = (path: string): Promise<Json> => database.get(path);

beforeAll(async () => {
  await loadRules({ ...(await openTestDatabase()), namespace: database.namespace }, RULES);
  [ada, ben] = [await addPerson(), await addPerson()];
});

beforeEach(() => database.remove(""));

test("a deployment is open to anyone, until it is closed except for people on the list", async () => {
  expect(await farmJson("creation")).toEqual({ farmCreation: "anyone", people: [] });
  await farmJson("create", "oak", "--owner", ben.uid);
  expect((await farm("creation", "allow", ada.uid)).stdout).toBe(
    `${ada.uid} is listed. Everybody else may create farms too until \`farm creation listed\`\n`,
  );
  await farmJson("creation", "listed");
  expect(await farmError("create", "elm", "--owner", ben.email)).toEqual({
    code: 1,
    error: `Only listed people may create farms here, and ${ben.email} is not listed.`,
    hint: `Put them on the list: \`farm creation allow ${ben.email}\``,
  });
  expect(await storedAt("usedFarmIds")).toEqual({ oak: true });
  await farmJson("create", "ash", "--owner", ada.email);

  const set = (listed: boolean) => ({ uid: ben.uid, listed, farmCreation: "listed" });
  expect(await farmJson("creation", "allow", ben.email)).toEqual(set(true));
  expect(await storedAt("farmCreators")).toEqual({ [ada.uid]: true, [ben.uid]: true });
  const { stdout } = await farm("creation");
  expect(stdout).toMatch(new RegExp(`^${ben.email} +${ben.uid}$`, "m"));
  expect(await farmJson("creation", "disallow", ben.email)).toEqual(set(false));
  expect(await farmJson("creation")).toEqual({
    farmCreation: "listed",
    people: [{ uid: ada.uid, email: ada.email }],
  });
  expect(await farmJson("creation", "anyone")).toEqual({ farmCreation: "anyone", listed: 1 });
  await farmJson("create", "elm", "--owner", ben.uid);
});

test("damaged settings let nobody create a farm who is not listed", async () => {
  await database.put("", { settings: { farmCreation: 5 }, farmCreators: { [ada.uid]: "true" } });
  for (const owner of [ada, ben]) {
    expect((await farmError("create", "elm", "--owner", owner.uid)).code).toBe(1);
  }
});
