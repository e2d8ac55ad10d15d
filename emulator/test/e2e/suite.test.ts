/** The real firebase-tools under `rtdb-emulator exec`. More cases are in suite.thorough.test.ts. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SuiteProject } from "../support/emulator-suite";
import { useTemporaryFolder } from "../../testing/temporary-folder";

const folder = useTemporaryFolder();
let project: SuiteProject;

beforeEach(async () => {
  project = await SuiteProject.create(folder());
});
afterEach(() => project.kill());

/** Only Unix has these scripts and process groups. */
const describeOnUnix = process.platform === "win32" ? describe.skip : describe;

describeOnUnix("exec", () => {
  it("gives emulators:exec rules, import, export and its exit code, and needs no Java", async () => {
    const database = { path: "database_export", version: "1" };
    const metadata = JSON.stringify({ version: "15.34.2", database });
    project.write("seed/firebase-export-metadata.json", metadata);
    project.write("seed/database_export/demo-suite-default-rtdb.json", '{ "seed": 1 }');
    const url = `${project.databaseUrl}/seed.json?ns=demo-suite-default-rtdb`;
    const script = project.write(
      "test.mjs",
      `const get = await fetch("${url}");
       const put = await fetch("${url}", { method: "PUT", body: "2" });
       const admin = await fetch("${url}", {
         method: "PUT", body: "3", headers: { Authorization: "Bearer owner" },
       });
       console.log("answers", await get.text(), put.status, admin.status);
       process.exit(7);`,
    );
    const options = ["--only", "database", "--import", "seed", "--export-on-exit", "out"];
    const command = project.firebase("emulators:exec", ...options, `node ${script}`);
    const { code, output } = await project.exec(command, ["--data", "kept"]).closed;
    expect(output).toContain("answers 1 401 200");
    expect(code).toBe(7);
    // It does not mention an untested version either.
    expect(output).not.toMatch(/java|rtdb-emulator: /i);
    const exported = join(folder(), "out/database_export/demo-suite-default-rtdb.json");
    expect(JSON.parse(readFileSync(exported, "utf8"))).toEqual({ seed: 3 });
    expect(existsSync(join(folder(), "kept/db-demo-suite-default-rtdb.journal"))).toBe(true);
    await project.expectNothingLeft();
  });

  it("keeps the exit codes and signals of other commands", async () => {
    const codes = await Promise.all(
      [
        ["sh", "-c", "exit 3"],
        ["sh", "-c", "kill -s KILL $$"],
        ["sh", "-c", "kill -s TERM $$"],
        ["no-such-command"],
        [join(folder(), "rules.json")],
      ].map((command) => project.exec(command).closed),
    );
    expect(codes.map(({ code }) => code)).toEqual([3, 137, 143, 127, 126]);
    expect(codes.at(3)?.output).toContain("cannot run no-such-command: not found");
    await project.expectNothingLeft();
  });
});
