/** `farm sensor …` under the shipped rules: what it stores, what the sensor's log says, and two people at once. */

import { randomBytes } from "node:crypto";
import { parseSensorLog } from "@greenhouse/domain/identity/sensor-log";
import type { InProcessDatabase } from "../../../emulator/src/in-process";
import { addSensorCommands } from "../../../tools/cli/src/commands/sensors/sensors";
import type { Connections, Database } from "../../../tools/cli/src/core/database";
import type { OpenSession } from "../../../tools/cli/src/core/session";
import { NOW_MS, OWNER } from "../../cases/rules-matrix/farms";
import { connectTo } from "../../support/cli/embedded-database";
import { openStoredFarms } from "../../support/rules-client/stored-farms";

let tree: InProcessDatabase;
/** Called before the next update of an owner. */
let beforeUpdate: (() => unknown) | undefined;

beforeEach(() => {
  tree = openStoredFarms();
  beforeUpdate = undefined;
});

function connect(as: "admin" | { readonly uid: string }): Database {
  return connectTo(tree, as, async (update) => {
    const meanwhile = beforeUpdate;
    beforeUpdate = undefined;
    await meanwhile?.();
    return update();
  });
}

type Action = (...args: readonly unknown[]) => Promise<void>;

/** Collects the actions of commands by their names, without their arguments and help. */
function collect(actions: Map<string, Action>, name = ""): never {
  const command: unknown = new Proxy(
    {},
    {
      get: (_, method) => (given: unknown) => {
        if (method === "command") return collect(actions, `${name} ${String(given)}`.trim());
        if (method === "action") actions.set(name, given as Action);
        return command;
      },
    },
  );
  return command as never;
}

/** @param args with the options of the command @returns what the command prints */
async function sensor(name: string, ...args: readonly unknown[]): Promise<string> {
  let printed = "";
  const connections: Partial<Connections> = {
    open: (uid) => Promise.resolve(connect(uid === undefined ? "admin" : { uid })),
  };
  const session = {
    database: connect("admin"),
    connections,
    now: () => NOW_MS,
    randomBytes,
    confirmation: { confirm: () => Promise.resolve() },
    out: { result: (_: unknown, text: string) => (printed += text), note: () => undefined },
  } as unknown as OpenSession;
  const opened =
    <A extends readonly unknown[]>(work: (session: OpenSession, ...more: A) => Promise<void>) =>
    (...more: A) =>
      work(session, ...more);
  const actions = new Map<string, Action>();
  addSensorCommands(collect(actions), { opened, bare: opened });
  await actions.get(`sensor ${name}`)!(...args);
  return printed;
}

const read = (path: string): unknown => {
  const result = tree.read(path, undefined, "admin");
  return result.status === "ok" ? result.value : undefined;
};
const logOf = (uid: string) => parseSensorLog(read(`sensorLog/oak/${uid}`)).toReversed();

test("the interval none removes an invalid stored interval, too", async () => {
  await sensor("add", "oak", "probe-1", { type: "SHT31", role: "air" });
  const path = "registeredSensors/probe-1/intervalSeconds";
  tree.update({ [path]: 5 }, "admin");
  await sensor("interval", "probe-1", null);
  expect([read(path), logOf("probe-1").at(-1)]).toMatchObject([null, { what: "interval" }]);
  const before = read("sensorLog/oak/probe-1");
  await sensor("interval", "probe-1", null);
  expect(read("sensorLog/oak/probe-1")).toEqual(before);
});

test("logs what each command changes, and nothing if nothing changes", async () => {
  const added = { name: "Probe", greenhouse: "north", type: "SHT31", role: "air" };
  await sensor("add", "oak", "probe-1", added);
  await sensor("link", "probe-1", "north");
  await sensor("link", "probe-1", "south");
  await sensor("rename", "probe-1", "Bed", { type: "SHT45" });
  await sensor("role", "probe-1", "soil");
  expect(await sensor("interval", "probe-1", 900)).not.toContain("one lost reading");
  expect(await sensor("interval", "probe-1", 901)).toMatch(
    /every 901s\. .* silent after 30m\. With this interval, one lost reading can be enough\.$/,
  );
  await sensor("interval", "probe-1", null);
  await sensor("unlink", "probe-1");
  expect(await sensor("unlink", "probe-1")).toBe("probe-1 was not linked.");
  const first = await sensor("key create", "probe-1", {});
  expect(await sensor("key rotate", "probe-1", {})).not.toBe(first);
  await sensor("key remove", "probe-1");
  expect(read("registeredSensors/probe-1")).toMatchObject({ sensorName: "Bed", role: "soil" });
  await sensor("remove", "probe-1");
  expect(logOf("probe-1")).toMatchObject([
    { what: "registered", by: OWNER, name: "Probe", greenhouse: "north" },
    { what: "moved", greenhouse: "south" },
    { what: "renamed", name: "Bed" },
    { what: "role", role: "soil" },
    { what: "interval", seconds: 900 },
    { what: "interval", seconds: 901 },
    { what: "interval" },
    { what: "unlinked", greenhouse: "south" },
    { what: "key" },
    { what: "key" },
    { what: "key" },
    { what: "removed", name: "Bed" },
  ]);
  expect(["registeredSensors", "sensorKeys"].map((root) => read(`${root}/probe-1`))).toEqual([
    null,
    null,
  ]);
});

test.each([
  ["add", "probe-1", ["oak", "probe-1", { type: "SHT31", role: "air" }]],
  ["key create", "dht-1", ["dht-1", {}]],
  ["key create", "dht-2", ["dht-2", {}]],
  ["key rotate", "own-1", ["own-1", {}]],
] as const)("%s of %s: of two people at once, one succeeds", async (name, uid, args) => {
  const stored = (): unknown => [read(`registeredSensors/${uid}`), read(`sensorKeys/${uid}`)];
  let won: unknown;
  beforeUpdate = async () => {
    await sensor(name, ...args);
    won = stored();
  };
  await expect(sensor(name, ...args)).rejects.toThrow(/at the same moment|already has its own key/);
  expect([won, logOf(uid).at(-1)]).toEqual([stored(), expect.anything()]);
});

test("removes a key that another farm left, which is not a change of the sensor", async () => {
  expect(await sensor("key remove", "bare")).toContain("which was not valid");
  expect([read("sensorKeys/bare"), logOf("bare")]).toEqual([null, []]);
});
