/** `farm sensor add --file`, from a list of boards to their first readings, and what a killed run leaves. */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { useTemporaryFolder } from "rtdb-emulator/testing/temporary-folder";
import { run } from "../../../tools/dev/processes/processes";
import { ROOT } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import { addFarm, addGreenhouse } from "../../support/backend/farm";
import type { Farm } from "../../support/backend/farm";
import { readRecords } from "../../support/backend/records";
import { inventKey } from "../../support/backend/secrets";
import { sharedHost } from "../../support/backend/targets";
import { farmError, farmJson, startFarm } from "../../support/cli/farm-command";
import { PYTHONPATH } from "../../support/devices/commands";
import { SCRIPT } from "../../support/devices/shells";

const database = databaseClient();
const host = sharedHost();
const folder = useTemporaryFolder();
const ownKey = inventKey();
let oak: Farm;
let house: string;

beforeEach(async () => {
  oak = await addFarm(database);
  house = await addGreenhouse(database, oak);
});

/** Writes a list of five boards. The first has a key already, and the last has no uid. */
function writeList(): string {
  const board = (name: string, uid: string, key = ""): string =>
    `${uid},${name},SHT31,${house},${name === "Bed" ? "soil" : ""},${key}`;
  const uids = ["a", "b", "c", "d"].map((letter) => `${letter}-${house}`);
  const [a = "", b = "", c = "", d = ""] = uids;
  const file = join(folder(), "boards.csv");
  const lines = [
    board("Bed", a, ownKey),
    board("B", b),
    board("C", c),
    board("D", d),
    board("E", ""),
  ];
  writeFileSync(file, ["uid,name,type,greenhouse,role,key", ...lines, ""].join("\n"));
  return file;
}

interface Added {
  readonly registered: number;
  readonly present: number;
  readonly sensors: readonly { readonly uid: string; readonly key?: string }[];
}

function command(file: string, ...more: readonly string[]): readonly string[] {
  return ["sensor", "add", oak.id, "--file", file, ...more];
}

async function keysOf({ sensors }: Added): Promise<readonly unknown[]> {
  return Promise.all(sensors.map(({ uid }) => database.get(`sensorKeys/${uid}/key`)));
}

/** The client's program in the board's folder. */
const PROGRAMS = {
  python: `set -a; . ./greenhouse.env; exec python3 -m greenhouse.sensor_program --once ../t`,
  node: `exec ${process.execPath} --env-file=greenhouse.env ${ROOT}/devices/node/sensor-program.mjs --once ../t`,
  shell: `. $HOME/greenhouse.env; exec sh ${SCRIPT} send temperature=21.5`,
} as const;

test.each(["python", "node", "shell"] as const)(
  "boards with the %s client send with the settings that were written for them",
  async (client) => {
    const boards = join(folder(), "boards");
    const args = command(writeList(), "--settings", boards, "--client", client);
    const added = (await farmJson([...args, "--show-keys"])) as Added;
    expect(added).toMatchObject({ registered: 5, present: 0, settings: boards });
    expect(await keysOf(added)).toEqual(added.sensors.map(({ key }) => key));
    expect(added.sensors[0]?.key).toBe(ownKey);
    writeFileSync(join(boards, "t"), "21500\n");
    const { uid } = added.sensors[4]!;
    expect(uid).toMatch(/^e-\w{5}$/);
    const cwd = join(boards, uid);
    const env = { ...process.env, HOME: cwd, PYTHONPATH, GREENHOUSE_STORE: join(cwd, "store") };
    const board = run("sh", ["-c", PROGRAMS[client]], { cwd, env });
    expect([await board.ended, board.output()]).toEqual([
      0,
      "stored 1, refused 0, overflowed 0, waiting 0\n",
    ]);
    const { history } = await readRecords(database, house);
    expect(history).toMatchObject([{ uid, temperature: 21.5 }]);
  },
);

// The process kills itself when it begins to write the fourth file, so that nothing depends on time.
test("killed while it writes files, it loses no key: a repeated run writes the rest", async () => {
  const boards = join(folder(), "boards");
  const kill = join(folder(), "kill.cjs");
  writeFileSync(
    kill,
    `const files = require("node:fs/promises");
const { open } = files;
let count = 0;
files.open = (path, ...more) => {
  if (String(path).endsWith(".partial") && ++count === 4) process.kill(process.pid, "SIGKILL");
  return open(path, ...more);
};`,
  );
  const args = command(writeList(), "--settings", boards, "--client", "arduino");
  const killed = await startFarm(args, { nodeArguments: ["--require", kill] }).finished;
  expect(killed).toMatchObject({ code: null, stdout: "" });
  const settings = (): readonly string[] =>
    readdirSync(boards, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".h"),
    );
  expect(settings()).toHaveLength(3);
  const added = (await farmJson(args)) as Added;
  expect(added).toMatchObject({ registered: 0, present: 5 });
  expect(settings()).toHaveLength(5);
  const keys = await keysOf(added);
  for (const [index, { uid }] of added.sensors.entries()) {
    expect(readFileSync(join(boards, uid, "secrets.h"), "utf8")).toBe(
      `#pragma once\n\n#define GREENHOUSE_URL "${host.url}/sensorData"\n#define GREENHOUSE_UID "${uid}"\n#define GREENHOUSE_KEY "${String(keys[index])}"\n`,
    );
  }
});

test.each([
  [["--file", "x.csv", "some-uid"], "--file has the uids: omit the uid."],
  [
    ["--file", "x.csv", "--name", "A"],
    "option '--file <csv>' cannot be used with option '--name <name>'",
  ],
  [
    ["some-uid", "--sheet", "s.html"],
    "--settings, --client, --template, --sheet and --show-keys need --file.",
  ],
  [[], "Give the uid of the sensor, or a list with --file."],
] as const)("refuses the options %j", async (more, error) => {
  expect(await farmError(["sensor", "add", oak.id, ...more])).toMatchObject({ code: 2, error });
});
