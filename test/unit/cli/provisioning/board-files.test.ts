/** What is written for a board: the settings that each client reads, folders, and a sheet of labels. */

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { correction, generate } from "lean-qr";
import { useTemporaryFolder } from "rtdb-emulator/testing/temporary-folder";
import { darkPath } from "@greenhouse/domain/boards/qr-path";
import {
  boardFiles,
  folderOf,
  missingIn,
} from "../../../../tools/cli/src/provisioning/board-files";
import { BOARD_CLIENTS } from "../../../../tools/cli/src/provisioning/clients/clients";
import type { ClientName } from "../../../../tools/cli/src/provisioning/clients/clients";
import { labelSheet } from "../../../../tools/cli/src/provisioning/label-sheet";
import { createUids } from "../../../../tools/cli/src/provisioning/listed-sensors";

const board = { uid: 'b"1', key: "its-key", functionsUrl: "http://10.0.0.5:5010" };
const URL = "http://10.0.0.5:5010/sensorData";
const KEY_FILE = ["greenhouse.key", "its-key\n"] as const;
const ENV_FILE = [
  "greenhouse.env",
  `GREENHOUSE_URL=${URL}\nGREENHOUSE_UID='b"1'\nGREENHOUSE_KEY_FILE=greenhouse.key\n`,
] as const;

function filesOf(client: ClientName, template?: string): readonly (readonly [string, string])[] {
  const start = `/boards/${folderOf(board.uid)}/`;
  return boardFiles("/boards", BOARD_CLIENTS[client], board, template).map(({ path, text }) => {
    expect(path.startsWith(start)).toBe(true);
    return [path.slice(start.length), text];
  });
}

test.each([
  [
    "arduino",
    [
      "secrets.h",
      `#pragma once\n\n#define GREENHOUSE_URL "${URL}"\n#define GREENHOUSE_UID "b\\"1"\n#define GREENHOUSE_KEY "its-key"\n`,
    ],
  ],
  [
    "micropython",
    [
      "config.py",
      `GREENHOUSE_URL = "${URL}"\nGREENHOUSE_UID = "b\\"1"\nGREENHOUSE_KEY = "its-key"\n`,
    ],
  ],
  ["python", ENV_FILE, KEY_FILE],
  ["node", ENV_FILE, KEY_FILE],
  [
    "shell",
    [
      "greenhouse.env",
      `export GREENHOUSE_URL=${URL}\nexport GREENHOUSE_UID='b"1'\nexport GREENHOUSE_KEY_FILE="$HOME/greenhouse.key"\n`,
    ],
    KEY_FILE,
  ],
] as const)("writes the settings of %s", (client, ...files) => {
  expect(filesOf(client)).toEqual(files);
});

const temporary = useTemporaryFolder();
const READERS = {
  node: [process.execPath, "--env-file=greenhouse.env", "-p", "process.env.GREENHOUSE_UID"],
  shell: ["sh", "-c", '. ./greenhouse.env; printf "%s\\n" "$GREENHOUSE_UID"'],
} as const;

test.each([
  ["node", "node", "O'Neil bed"],
  ["node", "shell", "O'Neil bed"],
  ["node", "node", 'b"1 `x` \\n'],
  ["node", "shell", 'b"1 `x` \\n'],
  ["shell", "shell", "O'Neil \"`bed`"],
] as const)("the settings of %s, read by %s, have the uid %s", (client, reader, uid) => {
  const [settings] = boardFiles("", BOARD_CLIENTS[client], { ...board, uid });
  writeFileSync(join(temporary(), "greenhouse.env"), settings?.text ?? "");
  const [program, ...args] = READERS[reader];
  const read = execFileSync(program, args, { cwd: temporary(), env: {}, encoding: "utf8" });
  expect(read).toBe(`${uid}\n`);
});

test.each(["a'b\"", "a'b`", "a'b\\"])("the settings of node cannot hold the uid %s", (uid) => {
  expect(() => boardFiles("", BOARD_CLIENTS.node, { ...board, uid })).toThrow(
    `Nothing was registered or written: a file for node --env-file cannot hold ${uid}.`,
  );
});

test("replaces only the lines of the board in a farm's own file", () => {
  const own = [
    "#pragma once",
    '#define WIFI_SSID "oak"',
    '#define GREENHOUSE_KEY "the farm\'s key"',
    '  #define GREENHOUSE_URL "http://old"',
    '#define GREENHOUSE_UID "old"',
    "#define INTERVAL 60",
  ];
  expect(filesOf("arduino", own.join("\r\n"))).toEqual([
    [
      "secrets.h",
      `#pragma once\n#define WIFI_SSID "oak"\n#define GREENHOUSE_KEY "its-key"\n#define GREENHOUSE_URL "${URL}"\n#define GREENHOUSE_UID "b\\"1"\n#define INTERVAL 60`,
    ],
  ]);
});

test.each([
  ["arduino", '#define GREENHOUSE_KEY ""\n', ["GREENHOUSE_URL", "GREENHOUSE_UID"]],
  ["micropython", "GREENHOUSE_URL=1\nGREENHOUSE_UID = 2\nGREENHOUSE_KEY = 3", []],
  ["python", "GREENHOUSE_UID=a\nGREENHOUSE_KEY_FILE=k", ["GREENHOUSE_URL"]],
  ["node", "GREENHOUSE_UID=a\nGREENHOUSE_URL=u\nGREENHOUSE_KEY=k", ["GREENHOUSE_KEY_FILE"]],
  // A second setting in the line would be lost.
  [
    "shell",
    'export GREENHOUSE_URL=u\nexport GREENHOUSE_UID=a KEY=b\nexport GREENHOUSE_KEY_FILE="$HOME/k"',
    ["GREENHOUSE_UID"],
  ],
] as const)("names what a template for %s lacks: %j", (client, template, names) => {
  expect(missingIn(BOARD_CLIENTS[client], template)).toEqual(names);
});

test.each([
  ["north-1", "north-1"],
  ["North-1", /^north-1-\w{5}$/],
  ["NORTH-1", /^north-1-\w{5}$/],
  ["con", /^con-\w{5}$/],
  ["lpt1", /^lpt1-\w{5}$/],
  ["console", "console"],
  ["-rf", /^rf-\w{5}$/],
  ["a\\b:c", /^a-b-c-\w{5}$/],
  ["温室", /^\w{5}$/],
])("gives the board %j the folder %s", (uid, folder) => {
  expect(folderOf(uid)).toEqual(
    typeof folder === "string" ? folder : expect.stringMatching(folder),
  );
});

test("gives uids that differ only in case different folders", () => {
  const uids = ["north-1", "North-1", "NORTH-1"];
  expect(new Set(uids.map(folderOf)).size).toBe(uids.length);
});

test("makes the same uids at each run, and different ones for other sensors", () => {
  const run = (farmId: string): readonly string[] => {
    const createUid = createUids(farmId);
    return [
      createUid("Bed", 2, "north"),
      createUid("Bed", 3, "north"),
      createUid("Bed", 4, "south"),
    ];
  };
  expect(run("oak")).toEqual(run("oak"));
  expect(new Set([...run("oak"), ...run("elm")]).size).toBe(6);
  expect(run("oak")[0]).toMatch(/^bed-\w{5}$/);
});

test("draws a label for each board, with names as text", () => {
  const sheet = labelSheet("Boards of <Oak>", [
    { ...board, name: "Bed & <b>", greenhouse: "North" },
    { ...board, uid: "b2", name: "Door", greenhouse: undefined },
  ]);
  const labels = sheet.split("\n").filter((line) => line.startsWith("<li>"));
  const codeOf = (uid: string): string =>
    darkPath(
      generate(`GREENHOUSE_URL=${URL}\nGREENHOUSE_UID=${uid}\nGREENHOUSE_KEY=its-key`, {
        minCorrectionLevel: correction.M,
      }),
    );
  expect(labels.map((line) => line.replaceAll(/ viewBox="[^"]+"/g, ""))).toEqual([
    `<li><svg role="img" aria-label="QR code of Bed &amp; &lt;b&gt;"><path d="${codeOf(board.uid)}"/></svg><p><strong>Bed &amp; &lt;b&gt;</strong><span>North</span><code>b&quot;1</code></p></li>`,
    `<li><svg role="img" aria-label="QR code of Door"><path d="${codeOf("b2")}"/></svg><p><strong>Door</strong><span>not linked</span><code>b2</code></p></li>`,
  ]);
  expect(sheet).toContain("<title>Boards of &lt;Oak&gt;</title>");
  // The key is only in the code.
  expect(sheet).not.toContain("its-key");
});
