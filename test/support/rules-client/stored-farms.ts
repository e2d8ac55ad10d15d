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

export interface StoredFarms {
  /** Stores an update of a person. */
  readonly store: (update: object, uid?: string) => ReturnType<InProcessDatabase["update"]>;
  /** Stores an update of an administrator, which bypasses the rules. */
  readonly given: (update: object) => void;
  /** Returns the value at a path. Undefined if there is none. */
  readonly read: (path: string) => unknown;
}

/** Opens the database again before each test. */
export function useStoredFarms(now?: () => number): StoredFarms {
  let database: InProcessDatabase;
  beforeEach(() => {
    database = openStoredFarms(now);
  });
  return {
    store: (update, uid = OWNER) => database.update(update as Update, { uid }),
    given: (update) => {
      expect(database.update(update as Update, "admin")).toBe("ok");
    },
    read: (path) =>
      path
        .split("/")
        .reduce<unknown>((node, key) => Reflect.get(Object(node), key) as unknown, database.data),
  };
}
