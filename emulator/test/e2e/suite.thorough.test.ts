/** The real firebase-tools under `rtdb-emulator exec`: its processes, its output, and that it leaves nothing. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../testing/free-port";
import { HOST, SuiteProject } from "../support/emulator-suite";
import { useTemporaryFolder } from "../../testing/temporary-folder";

const folder = useTemporaryFolder();
let project: SuiteProject;

beforeEach(async () => {
  project = await SuiteProject.create(folder());
});
afterEach(() => project.kill());

/** Writes a program that replaces an installed Java: it prints a version, and listens when it is started. */
function installJava(version: string): string {
  const program = `#!${process.execPath}
    const args = process.argv.slice(2);
    if (args.includes("-version")) {
      console.error('openjdk version "${version}"');
    } else {
      require("node:fs").writeFileSync("java-args.json", JSON.stringify(args));
      require("node:net").createServer().listen(args[args.indexOf("--port") + 1], "${HOST}");
    }`;
  return project.write("bin/java", program, 0o755);
}

const WRONG_DATABASE =
  "Functions use the database demo-suite, but the rules are for demo-suite-default-rtdb. Data written to one database " +
  "is not in the other. Start with DATABASE_URL=https://demo-suite-default-rtdb.firebaseio.com so that functions use " +
  "demo-suite-default-rtdb.";

/** Only Unix has these scripts and process groups. */
const describeOnUnix = process.platform === "win32" ? describe.skip : describe;

describeOnUnix("a suite", () => {
  it("runs schedules by hand beside an emulator in Java, and ends with SIGTERM", async () => {
    project.configure({}, ["firestore"]);
    installJava("21.0.2");
    const jar = project.write("firestore.jar", "");
    // With a debugger all functions share one process, which saves most of the time. The tests of triggers start a
    // process for each function.
    const debug = ["--inspect-functions", String(await freePort())];
    const only = ["--only", "database,functions,firestore"];
    const command = project.firebase("emulators:start", ...only, ...debug);
    const suite = project.exec(command, ["--no-schedules"], {
      FIRESTORE_EMULATOR_BINARY_PATH: jar,
    });
    await suite.ready();
    expect(JSON.parse(readFileSync(join(folder(), "java-args.json"), "utf8"))).toContain(jar);

    // The functions use another database than the rules, and the suite has logged that.
    const { code, output } = await project.runSchedule("tidy");
    expect([code, ...output.split("\n").sort()]).toEqual([0, "", WRONG_DATABASE, "tidy has run."]);
    const idle = `${project.databaseUrl}/.inspect/triggers?ns=demo-suite-default-rtdb&wait=idle`;
    const waited = { isIdle: true, triggers: [], warning: WRONG_DATABASE };
    expect(await (await fetch(idle)).json()).toEqual(waited);
    expect(await project.runSchedule("us-central1-sweep")).toMatchObject({ code: 0 });
    await suite.untilPrinted("tidy of firebase-schedule-tidy-us-central1 at 20");
    await suite.untilPrinted(
      "sweep of projects/demo-suite/topics/firebase-schedule-sweep-us-central1 at 20",
    );
    expect(await project.runSchedule("faulty")).toEqual({
      code: 1,
      output: "faulty failed: answer 500. Its log is in the suite.\n",
    });
    expect(await project.runSchedule("none")).toEqual({
      code: 1,
      output: "No scheduled function is called none; there are: faulty, sweep, tidy.\n",
    });

    process.kill(suite.pid, "SIGTERM");
    const ended = await suite.closed;
    expect(ended.code).toBe(0);
    expect(ended.output.split(`rtdb-emulator: ${WRONG_DATABASE}\n`)).toHaveLength(2);
    await project.expectNothingLeft();
    expect(await project.runSchedule("tidy")).toEqual({
      code: 1,
      output:
        `No emulator suite answers at ${project.hub}. ` +
        "Start it, or name its hub with --hub host:port.\n",
    });
  });

  it("starts beside an old Java, and ends once with Ctrl-C, even if its database was killed", async () => {
    installJava("17.0.1");
    const suite = project.exec(project.firebase("emulators:start", "--only", "database"));
    await suite.ready();
    process.kill(await project.databasePid(), "SIGKILL");
    await suite.untilPrinted("has exited upon receiving signal: SIGKILL");
    suite.interrupt();
    const { code, output } = await suite.closed;
    expect(code).toBe(0);
    expect(output).toContain("Received SIGINT (Ctrl-C) for the first time");
    expect(output).not.toMatch(/2 times|java/i);
    await project.expectNothingLeft();
  });
});

describeOnUnix("another command", () => {
  it("gets all signals, and is killed with exec if it ignores them", async () => {
    const stubborn = project.exec([
      "sh",
      "-c",
      "trap 'echo asked' TERM; while :; do echo up; sleep 1; done",
    ]);
    await stubborn.untilPrinted("up");
    process.kill(stubborn.pid, "SIGTERM");
    await stubborn.untilPrinted("asked");
    process.kill(stubborn.pid, "SIGHUP");
    expect(await stubborn.ended).toMatchObject({ code: 129 });
    await project.expectNothingLeft();
  });

  it("leaves nothing when it is killed, or when exec is killed while firebase-tools starts", async () => {
    const killed = project.exec(["sh", "-c", "sleep 1000 & kill -s KILL $$"]);
    expect(await killed.ended).toMatchObject({ code: 137 });
    await project.expectNothingLeft();
    const suite = project.exec(project.firebase("emulators:start", "--only", "database"));
    await suite.untilPrinted("Starting emulators: database");
    process.kill(suite.pid, "SIGKILL");
    await project.expectNothingLeft();
  });
});
