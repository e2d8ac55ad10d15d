/** The farms of the tables in an embedded database under the shipped rules, for suites that store several updates. */

import { InProcessDatabase } from "../../../emulator/src/in-process";
import { rulesetOfFile } from "rtdb-emulator/testing/rulesets";
import { FARMS, NOW_MS, OWNER } from "../../cases/rules-matrix/farms";
import { RULES } from "../database";

type Update = Parameters<InProcessDatabase["update"]>[0];

const ruleset = rulesetOfFile(RULES);

export function openStoredFarms(now = () => NOW_MS): InProcessDatabase {
  return InProcessDatabase.open({ ruleset, data: FARMS, now });
}

/** Opens the database again before each test. */
export function useStoredFarms(now?: () => number) {
  let database: InProcessDatabase;
  beforeEach(() => {
    database = openStoredFarms(now);
  });
  return {
    /** Stores an update of a person. */
    store: (update: object, uid = OWNER) => database.update(update as Update, { uid }),
    /** Stores an update of an administrator, which bypasses the rules. */
    given: (update: object): void => {
      expect(database.update(update as Update, "admin")).toBe("ok");
    },
    /** Returns the value at a path. Undefined if there is none. */
    read: (path: string): unknown =>
      path
        .split("/")
        .reduce<unknown>((node, key) => Reflect.get(Object(node), key) as unknown, database.data),
  };
}
