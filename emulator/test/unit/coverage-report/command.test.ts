import type { Database } from "../../../src/database";
import { ADMIN, NOBODY } from "../../../src/database/actor";
import { coverageCommand } from "../../../src/coverage-report/command";
import { figureOf } from "../../../src/coverage-report/figure";
import { lcovOf } from "../../../src/coverage-report/lcov";
import type { RuleCoverage } from "../../../src/rules/ruleset";
import { type RestServer, startRestServer } from "../../support/rest-server";
import { rulesetOfFile } from "../../../testing/rulesets";

const RULES = `{
  "rules": {
    "open": {".read": true},
    "text": {
      ".write": "data.exists() || newData.isString()"
    },
    "mine": {".read": "auth.uid == 'u'"}
  }
}`;

/** Returns the coverage after writes of strings (two to the same path) and of numbers. */
function tryRules(database: Database, values: readonly (string | number)[]): void {
  database.setRuleset(rulesetOfFile(RULES));
  for (const value of values) {
    database.commit({ kind: "set", path: ["text"], value }, { actor: NOBODY });
  }
}

let server: RestServer;
let database: Database;
beforeAll(async () => {
  server = await startRestServer();
});
afterAll(() => server.close());
beforeEach(() => {
  database = server.namespaces.get("tried");
  database.commit({ kind: "set", path: [], value: null }, { actor: ADMIN });
});

const coverage = (): readonly RuleCoverage[] => database.ruleset.coverage();

it("the figure counts a failure as false, and rounds down", () => {
  const at = { path: "/", text: "x", line: 1, column: 1, end: { line: 1, column: 2 } };
  const failed = { ...at, counts: { true: 1, error: 1 } };
  const never = { ...at, counts: {} };
  expect(figureOf([failed])).toEqual({ total: 1, untried: [], percent: 100 });
  expect(figureOf([...Array<RuleCoverage>(1999).fill(failed), never]).percent).toBe(99.9);
});

it("lcov names lines, and both branches of each condition", () => {
  tryRules(database, [1, "a", "b"]);
  expect(lcovOf(coverage(), "rules/database.rules.json").split("\n")).toEqual([
    "TN:",
    "SF:rules/database.rules.json",
    "BRDA:5,1,0,2",
    "BRDA:5,1,1,1",
    "BRDA:5,2,0,1",
    "BRDA:5,2,1,2",
    "BRDA:5,4,0,1",
    "BRDA:5,4,1,1",
    ...["6", "7", "8"].flatMap((block) => [`BRDA:7,${block},0,-`, `BRDA:7,${block},1,-`]),
    "BRF:12",
    "BRH:6",
    "DA:3,0",
    "DA:5,3",
    "DA:7,0",
    "LF:3",
    "LH:1",
    "end_of_record",
    "",
  ]);
});

describe("the command", () => {
  let errors: string;
  beforeEach(() => {
    errors = "";
    process.exitCode = undefined;
    jest.spyOn(process.stderr, "write").mockImplementation((text) => {
      errors += String(text);
      return true;
    });
  });
  afterEach(() => {
    process.exitCode = undefined;
    jest.restoreAllMocks();
  });

  /** @returns the report, the errors and the exit code of the command */
  async function run(...args: readonly string[]): Promise<unknown> {
    const files: Record<string, string> = {};
    const command = coverageCommand((file, text) => void (files[file] = text));
    const target = ["--port", String(server.port), "--output", "report"];
    await command.parseAsync([...target, ...args], { from: "user" });
    return { report: files["report"], errors, exitCode: process.exitCode };
  }

  it("reports, and below the minimum fails with the first untried expressions", async () => {
    tryRules(database, [1, "a", "b"]);
    const summary = "database.rules.json: 62.5 % tried, 5 of 8 expressions";
    const untested = "7:24 /rules/mine/.read never ran: auth";
    const report = `${summary}\n  ${untested}.uid == 'u'\n  ${untested}.uid\n  ${untested}\n`;
    const passed = await run("--ns", "tried", "--fail-under", "62.5");
    expect(passed).toEqual({ report, errors: "", exitCode: undefined });
    expect(await run("--ns", "tried", "--fail-under", "95")).toEqual({
      report,
      errors: `${summary}, below 95 %. ${untested}.uid == 'u'; ${untested}.uid; ${untested}\n`,
      exitCode: 1,
    });
  });
});
