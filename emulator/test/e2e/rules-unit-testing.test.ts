import {
  assertFails,
  assertSucceeds,
  initializeTestEnvironment,
  type RulesTestEnvironment,
} from "@firebase/rules-unit-testing";
import { setLogLevel } from "firebase/app";
import { useEmulator } from "../../testing/emulator";

const RULES = JSON.stringify({
  rules: {
    users: {
      $uid: {
        ".read": "auth.uid === $uid || auth.token.admin === true",
        ".write": "auth.uid === $uid",
        name: { ".validate": "newData.isString() && newData.val().length <= 20" },
      },
    },
  },
});

const emulator = useEmulator();
let environment: RulesTestEnvironment;

beforeAll(async () => {
  // The SDK logs a warning for every denial.
  setLogLevel("silent");
  const { host, port } = emulator;
  environment = await initializeTestEnvironment({
    projectId: "rules-suite",
    database: { host, port, rules: RULES },
  });
});
beforeEach(() => environment.clearDatabase());
afterAll(() => environment.cleanup());

function databaseOf(uid: string | null, claims = {}) {
  const context =
    uid === null
      ? environment.unauthenticatedContext()
      : environment.authenticatedContext(uid, claims);
  return context.database();
}

describe("@firebase/rules-unit-testing", () => {
  it("gives contexts their users and claims", async () => {
    const ann = databaseOf("ann");
    await assertSucceeds(ann.ref("users/ann").set({ name: "Ann" }));
    await assertSucceeds(ann.ref("users/ann").get());
    await assertFails(ann.ref("users/ann/name").set(5));
    await assertSucceeds(databaseOf("root", { admin: true }).ref("users/ann").get());
    await assertFails(databaseOf("root", { admin: false }).ref("users/ann").get());
  });

  it("ignores the rules only while they are disabled, and clears only the data", async () => {
    await environment.withSecurityRulesDisabled(async (context) => {
      await context
        .database()
        .ref()
        .set({ anything: 1, users: { ann: { name: "Ann" } } });
    });
    await assertFails(databaseOf(null).ref("anything").get());
    expect((await databaseOf("ann").ref("users/ann").get()).val()).toEqual({ name: "Ann" });
    await environment.clearDatabase();
    expect((await databaseOf("ann").ref("users/ann").get()).exists()).toBe(false);
    await assertFails(databaseOf("ann").ref("elsewhere").set(1));
  });
});
