/** Exit codes, where a command goes, and what never selects a real project. */

import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort, HOST, ROOT } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import { farm, farmError, farmJson } from "../../support/cli/farm-command";
import { useTemporaryFolder } from "../../support/temporary-folder";

const folder = useTemporaryFolder();

test.each([
  [["--help"], 0],
  [["sensor", "add", "--help"], 0],
  [[], 2],
  [["no-such-command"], 2],
  [["sensor", "no-such-command"], 2],
  [["create"], 2],
  [["create", "f"], 2],
  [["list", "--no-such-option"], 2],
  [["list", "too", "many"], 2],
  [["reading", "send", "s", "--temperature", "warm"], 2],
  [["reading", "send", "s", "--timestamp", "1700000000"], 2],
  [["simulate", "f", "--devices", "0"], 2],
  [["simulate", "f", "--for", "2h"], 2],
  [["readings", "export", "f", "--format", "xml"], 2],
  [["readings", "export", "f", "--from", "2026-02-30"], 2],
  [["readings", "export", "f", "--from", "now", "--to", "1h"], 2],
  [["history", "prune", "g"], 2],
  [["member", "add", "f", "x", "--role", "king"], 2],
])("farm %j ends with %i", async (args, code) => {
  expect((await farm(args)).code).toBe(code);
});

test("a mistake of use is one line of JSON on stderr with --json", async () => {
  const { stdout, stderr, code } = await farm(["no-such-command", "--json"]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(JSON.parse(stderr)).toEqual({ error: "unknown command 'no-such-command'", exitCode: 2 });
});

describe("with --json everything is JSON", () => {
  test.each([
    [[], { error: "A command is needed.", hint: "--help lists the commands.", exitCode: 2 }],
    [
      ["sensor"],
      { error: "A command is needed.", hint: "--help lists the commands.", exitCode: 2 },
    ],
    [["greenhouse", "add"], { error: "missing required argument 'farmId'", exitCode: 2 }],
    [
      ["create", "f"],
      { error: "required option '--owner <email|uid>' not specified", exitCode: 2 },
    ],
    [
      ["list", "--verbos"],
      { error: "unknown option '--verbos'", hint: "(Did you mean --verbose?)", exitCode: 2 },
    ],
    [
      ["simulate", "f", "--devices", "0"],
      {
        error:
          "option '--devices <count>' argument '0' is invalid. It must be a whole number from 1 to 1000.",
        exitCode: 2,
      },
    ],
    [
      ["key", "rotate", "f", "--kep-old"],
      { error: "unknown option '--kep-old'", hint: "(Did you mean --keep-old?)", exitCode: 2 },
    ],
  ])("a mistake of use, %j", async (args, problem) => {
    const { stdout, stderr, code } = await farm([...args, "--json"]);
    expect([code, stdout, stderr]).toEqual([2, "", `${JSON.stringify(problem)}\n`]);
  });

  test.each([["--help"], ["help"], ["simulate", "--help"]])("help, %j", async (...args) => {
    const [plain, json] = await Promise.all([farm(args), farm([...args, "--json"])]);
    expect([json.code, json.stderr]).toEqual([0, ""]);
    expect(JSON.parse(json.stdout)).toEqual({ help: plain.stdout.trim() });
  });

  test("what the SDK would print as text is not printed", async () => {
    const namespace = `locked-${randomUUID()}`;
    await databaseClient(namespace).loadRules({ rules: { ".read": false, ".write": false } });
    const at = `http://${process.env["FIREBASE_DATABASE_EMULATOR_HOST"] ?? ""}?ns=${namespace}`;
    const args = ["create", "f", "--owner", "o", "--database-url", at, "--json"];
    const { stdout, stderr } = await farm(args);
    expect(stdout).toBe("");
    expect(JSON.parse(stderr)).toMatchObject({
      error: "The database's rules refused this change.",
    });
  });

  test("a warning of a library is a line of JSON on stderr", async () => {
    // As google-auth-library does it where it finds no credentials.
    const preload = join(folder(), "warn.cjs");
    writeFileSync(preload, 'setTimeout(() => process.emitWarning("odd", "OddWarning"), 200);');
    const nodeArguments = ["--require", preload];
    const { stdout, stderr } = await farm(["doctor", "--read-only", "--json"], { nodeArguments });
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
    expect(stderr).toBe('{"warning":"OddWarning: odd"}\n');
  });
});

test("--version says which one it is", async () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, "cli/package.json"), "utf8")) as {
    version: string;
  };
  expect(await farm(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  expect(await farmJson(["--version"])).toEqual({ version });
});

test("the help of a command names its own options, with defaults as they are typed, and the global ones", async () => {
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
  expect((await farm(["sensor", "add", "--help"])).stdout).toContain("--project <id>");
});

test("what a hint repeats can be pasted into a shell", async () => {
  const farmId = `my farm's ${randomUUID()}`;
  const quoted = `'${farmId.replaceAll("'", "'\\''")}'`;
  const { stdout } = await farm(["create", farmId, "--owner", "o"]);
  expect(stdout).toContain(`Its key: \`farm key show ${quoted}\``);
  expect((await farmError(["simulate", farmId])).hint).toBe(
    `Add it first: \`farm greenhouse add ${quoted} <greenhouseId>\``,
  );
  expect((await farmError(["key", "end-old", farmId])).hint).toBe(
    `A second one comes with \`farm key rotate ${quoted} --keep-old\``,
  );
});

test("a database that is not there is said within a moment, with the way out", async () => {
  const nowhere = `${HOST}:${await freePort()}`;
  const env = { FIREBASE_DATABASE_EMULATOR_HOST: nowhere };
  expect(await farmError(["list"], { env })).toEqual({
    code: 4,
    error: `The database at http://${nowhere}?ns=demo-farm-default-rtdb cannot be reached.`,
    hint: "Start it with `npm start`, or name its data folder: GREENHOUSE_DATA=<folder>. A real project is reached with --project <id>.",
  });
  const { stderr } = await farm(["list", "--verbose"], { env });
  expect(stderr).toMatch(/^farm: The database .*\n {2}Start it .*\nCommandError: .*\n {4}at /s);
});

test("functions that are not there are said too", async () => {
  const env = { FUNCTIONS_URL: `http://${HOST}:${await freePort()}` };
  const sent = await farmError(
    ["reading", "send", "x", "--light", "1", "--variant", "key-in-body", "--sensor-key", "k"],
    { env },
  );
  expect(sent).toMatchObject({ code: 4, hint: "Start it with `npm start`." });
});

describe("a real project", () => {
  test("is not selected by the environment", async () => {
    const env = {
      ...{ GCLOUD_PROJECT: "real-project", GOOGLE_CLOUD_PROJECT: "real-project" },
      GOOGLE_APPLICATION_CREDENTIALS: "/nowhere/key.json",
      FIREBASE_CONFIG: JSON.stringify({ databaseURL: "https://real-project.firebaseio.com" }),
      DATABASE_URL: "https://real-project.firebaseio.com",
    };
    const farmId = `f-${randomUUID()}`;
    await farmJson(["create", farmId, "--owner", "o"], { env });
    expect(await databaseClient().get(`farms/${farmId}/members`)).toEqual({ o: "owner" });
  });

  test("is not touched where nobody can be asked", async () => {
    expect(await farmError(["list", "--project", "real-project"])).toEqual({
      code: 3,
      error:
        "It needs consent, and nobody can be asked: This is the real project real-project (https://real-project-default-rtdb.firebaseio.com). Go on?",
      hint: "Say yes with --yes.",
    });
  });

  test("needs credentials", async () => {
    const env = {
      GOOGLE_APPLICATION_CREDENTIALS: "/nowhere/key.json",
      HOME: "/nowhere",
      APPDATA: "/nowhere",
    };
    expect(await farmError(["list", "--project", "real-project", "--yes"], { env })).toMatchObject({
      code: 4,
      error: "No usable application-default credentials were found.",
    });
  });

  test.each([
    [["--project", "demo-farm"], {}],
    [["--project", "Not A Project"], {}],
    [["--region", "us-central1"], {}],
    [["--database-url", "https://real-project.firebaseio.com"], {}],
    [["--functions-url", "https://us-central1-real-project.cloudfunctions.net"], {}],
    [[], { FUNCTIONS_URL: "https://us-central1-real-project.cloudfunctions.net" }],
    [[], { FIREBASE_DATABASE_EMULATOR_HOST: "real-project.firebaseio.com" }],
    [["--project", "real-project", "--database-url", "http://127.0.0.1:9000"], {}],
  ])("is not reached by accident: %j %j", async (args, env) => {
    expect((await farmError(["list", ...args], { env })).code).toBe(2);
  });
});

describe("completions", () => {
  test.each(["bash", "zsh", "fish"])("there is a script for %s", async (shell) => {
    const { code, stdout } = await farm(["complete", shell]);
    expect(code).toBe(0);
    expect(stdout).toContain("farm complete --");
  });

  test("they know commands, options and values, and need no database", async () => {
    const env = { FIREBASE_DATABASE_EMULATOR_HOST: `${HOST}:1` };
    const complete = async (...words: string[]): Promise<string[]> => {
      const { stdout } = await farm(["complete", "--", ...words], { env });
      return stdout.split("\n").map((line) => line.split("\t")[0] ?? "");
    };
    expect(await complete("gre")).toContain("greenhouse");
    expect(await complete("sensor", "")).toEqual(
      expect.arrayContaining(["add", "list", "show", "link", "unlink", "rename", "remove"]),
    );
    expect(await complete("readings", "export", "--fo")).toContain("--format");
    expect(await complete("readings", "export", "--format", "")).toEqual(
      expect.arrayContaining(["csv", "ndjson"]),
    );
  });

  test("bash completes with its script", async () => {
    const { stdout } = await farm(["complete", "bash"]);
    const bin = [process.execPath, join(ROOT, "cli/dist/index.js")].map((word) => `'${word}'`);
    const script = `
      farm() { ${bin.join(" ")} "$@"; }
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
