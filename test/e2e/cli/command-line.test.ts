/** Exit codes, output as JSON, and which database a command uses. */

import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { version } from "../../../tools/cli/package.json";
import { freePort, HOST } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import { farm, FARM, farmError, farmJson, startFarm } from "../../support/cli/farm-command";

const USAGE = "It must be a whole number from 1 to 1000.";

const USAGE_ERRORS: readonly (readonly [args: readonly string[], error: string, hint?: string])[] =
  [
    [[], "A command is missing.", "--help lists the commands."],
    [["sensor"], "A command is missing.", "--help lists the commands."],
    [["no-such-command"], "unknown command 'no-such-command'"],
    [["sensor", "no-such-command"], "unknown command 'no-such-command'"],
    [["greenhouse", "add"], "missing required argument 'farmId'"],
    [["create", "f"], "required option '--owner <email|uid>' not specified"],
    [["list", "--verbos"], "unknown option '--verbos'", "(Did you mean --verbose?)"],
    [
      ["key", "rotate", "f", "--kep-old"],
      "unknown option '--kep-old'",
      "(Did you mean --keep-old?)",
    ],
    [["list", "too", "many"], "too many arguments for 'list'. Expected 0 arguments but got 2."],
    [
      ["simulate", "f", "--devices", "0"],
      `option '--devices <count>' argument '0' is invalid. ${USAGE}`,
    ],
    [
      ["simulate", "f", "--for", "2h"],
      "option '--for <duration>' argument '2h' is invalid. It must be whole seconds from 1s to 1h, such as 90s or 10m.",
    ],
    [
      ["reading", "send", "s", "--temperature", "warm"],
      "option '--temperature <number>' argument 'warm' is invalid. It must be a number.",
    ],
    [
      ["readings", "export", "f", "--format", "xml"],
      "option '--format <format>' argument 'xml' is invalid. Allowed choices are csv, ndjson.",
    ],
    [["history", "prune", "g"], "required option '--before <time>' not specified"],
  ];

test.each(USAGE_ERRORS.map(([args, error, hint]) => ({ args, error, hint })))(
  "$args is a usage error",
  async ({ args, error, hint }) => {
    const expected = { error, ...(hint !== undefined && { hint }), exitCode: 2 };
    const { code, stdout, stderr } = await farm([...args, "--json"]);
    expect([code, stdout, stderr]).toEqual([2, "", `${JSON.stringify(expected)}\n`]);
  },
);

test("a command names its database once, but not with --json", () => {
  const run = (...args: readonly string[]): string => {
    const [node, file] = FARM;
    return spawnSync(node, [file, ...args], { encoding: "utf8" }).stderr;
  };
  const { namespace } = databaseClient();
  const address = process.env["FIREBASE_DATABASE_EMULATOR_HOST"] ?? "";
  expect(run("list")).toBe(`Database: http://${address}?ns=${namespace} (emulators)\n`);
  expect(run("list", "--json")).toBe("");
});

test("a usage error without --json is text on stderr", async () => {
  expect(await startFarm(["no-such-command"]).finished).toEqual({
    code: 2,
    stdout: "",
    stderr: "error: unknown command 'no-such-command'\n(--help shows the usage)\n",
  });
});

test.each([["--help"], ["help"], ["simulate", "--help"]])("help as JSON: %j", async (...args) => {
  const [plain, json] = [await farm(args), await farm([...args, "--json"])];
  expect([plain.code, json.code, json.stderr]).toEqual([0, 0, ""]);
  expect(JSON.parse(json.stdout)).toEqual({ help: plain.stdout.trim() });
});

test("--version prints the version", async () => {
  expect(await startFarm(["--version"]).finished).toEqual({
    code: 0,
    stdout: `${version}\n`,
    stderr: "",
  });
  expect(await farmJson(["--version"])).toEqual({ version });
});

test("the help of a command shows its options, with defaults that can be typed, and the global ones", async () => {
  const { stdout } = await farm(["simulate", "--help"]);
  const text = stdout.replaceAll(/\s+/g, " ");
  const defaults = [...text.matchAll(/--(for|every) <duration>[^(]*\(default: ([^)]+)\)/g)];
  expect(defaults.map(([, option, value]) => [option, value])).toEqual([
    ["for", "1m"],
    ["every", "10s"],
  ]);
  const args = defaults.flatMap(([, option = "", value = ""]) => [`--${option}`, value]);
  const run = await farmError(["simulate", "no-such-farm", ...args]);
  expect(run).toMatchObject({ code: 1, error: "Farm ID not found: no-such-farm" });
  expect(stdout).toMatch(/Global Options:\n(?: .*\n)* +--json /);
});

test("the commands in hints can be pasted into a shell", async () => {
  const farmId = `my farm's ${randomUUID()}`;
  const quoted = `'${farmId.replaceAll("'", "'\\''")}'`;
  const { stdout } = await farm(["create", farmId, "--owner", "o"]);
  expect(stdout).toContain(`Its key: \`farm key show ${quoted}\``);
  expect((await farmError(["key", "end-old", farmId])).hint).toBe(
    `To add a second one: \`farm key rotate ${quoted} --keep-old\``,
  );
});

test("a database that cannot be reached is reported at once", async () => {
  const nowhere = `${HOST}:${await freePort()}`;
  const env = { FIREBASE_DATABASE_EMULATOR_HOST: nowhere };
  expect(await farmError(["list"], { env })).toEqual({
    code: 4,
    error: `The database at http://${nowhere}?ns=demo-farm-default-rtdb cannot be reached.`,
    hint: "Start it with `npm start`, or name its data folder: GREENHOUSE_DATA=<folder>. For a real project give --project <id>.",
  });
  const { stderr } = await farm(["list", "--verbose"], { env });
  expect(stderr).toMatch(/^farm: The database .*\n {2}Start it .*\nCommandError: .*\n {4}at /s);
});

test("functions that cannot be reached are reported", async () => {
  const env = { FUNCTIONS_URL: `http://${HOST}:${await freePort()}` };
  const keyInBody = ["--variant", "key-in-body", "--sensor-key", "k"];
  const sent = await farmError(["reading", "send", "x", "--light", "1", ...keyInBody], { env });
  expect(sent).toMatchObject({ code: 4, hint: "Start it with `npm start`." });
});

describe("a real project", () => {
  test("is not selected by the environment", async () => {
    const env = {
      GCLOUD_PROJECT: "real-project",
      GOOGLE_CLOUD_PROJECT: "real-project",
      GOOGLE_APPLICATION_CREDENTIALS: "/nowhere/key.json",
      FIREBASE_CONFIG: JSON.stringify({ databaseURL: "https://real-project.firebaseio.com" }),
      DATABASE_URL: "https://real-project.firebaseio.com",
    };
    const farmId = `f-${randomUUID()}`;
    const { code } = await startFarm(["create", farmId, "--owner", "o"], { env }).finished;
    expect(code).toBe(0);
    expect(await databaseClient().get(`farms/${farmId}/members`)).toEqual({ o: "owner" });
  });

  test("is not touched without confirmation", async () => {
    expect(await farmError(["list", "--project", "real-project"])).toEqual({
      code: 3,
      error:
        "Confirmation is needed, and there is no terminal to ask: This is the real project real-project (https://real-project-default-rtdb.firebaseio.com). Continue?",
      hint: "Add --yes to confirm.",
    });
  });

  test("needs credentials", async () => {
    const nowhere = { HOME: "/nowhere", APPDATA: "/nowhere" };
    const env = { ...nowhere, GOOGLE_APPLICATION_CREDENTIALS: "/nowhere/key.json" };
    const args = ["list", "--project", "real-project", "--yes"];
    const { code, stderr } = await startFarm(args, { env }).finished;
    expect(code).toBe(4);
    expect(stderr).toContain("No usable application-default credentials were found.");
  });

  test.each([
    [["--database-url", "https://real-project.firebaseio.com"], {}],
    [[], { FUNCTIONS_URL: "https://us-central1-real-project.cloudfunctions.net" }],
  ])("is not reached by accident: %j %j", async (args, env) => {
    expect((await farmError(["list", ...args], { env })).code).toBe(2);
  });
});

describe("completions", () => {
  test.each(["zsh", "fish"])("a script for %s", async (shell) => {
    const { code, stdout } = await startFarm(["complete", shell]).finished;
    expect(code).toBe(0);
    expect(stdout).toContain("farm complete --");
  });

  test("commands, options and values are completed without a database", async () => {
    const env = { FIREBASE_DATABASE_EMULATOR_HOST: `${HOST}:1` };
    const complete = async (...words: string[]): Promise<string[]> => {
      const { stdout } = await startFarm(["complete", "--", ...words], { env }).finished;
      return stdout.split("\n").map((line) => line.split("\t")[0] ?? "");
    };
    expect(await complete("sensor", "")).toEqual(
      expect.arrayContaining(["add", "list", "show", "link", "unlink", "rename", "remove"]),
    );
    expect(await complete("readings", "export", "--fo")).toContain("--format");
    expect(await complete("readings", "export", "--format", "")).toEqual(
      expect.arrayContaining(["csv", "ndjson"]),
    );
  });

  test("bash completes with its script", async () => {
    const { stdout } = await startFarm(["complete", "bash"]).finished;
    const script = `
      farm() { ${FARM.map((word) => `'${word}'`).join(" ")} "$@"; }
      # In place of the one of the package bash-completion.
      _get_comp_words_by_ref() { words=("\${COMP_WORDS[@]}"); cword=$COMP_CWORD; cur="\${words[cword]}"; }
      compopt() { :; }
      ${stdout}
      COMP_WORDS=(farm sens); COMP_CWORD=1
      __farm_complete
      printf '%s\\n' "\${COMPREPLY[@]}"
    `;
    const bash = spawnSync("bash", ["-c", script], { encoding: "utf8" });
    expect(bash.stdout.trim()).toBe("sensor");
  });
});
