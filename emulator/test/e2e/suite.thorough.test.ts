/** The real firebase-tools under `rtdb-emulator exec`: its processes, its output, and that it leaves nothing. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { listScheduled, runScheduled } from "../../src/schedules/functions-emulator";
import { Scheduler } from "../../src/schedules/scheduler";
import { freePort } from "../../testing/free-port";
import { type Exec, HOST, SuiteProject } from "../support/emulator-suite";
import { useTemporaryFolder } from "../../testing/temporary-folder";

const folder = useTemporaryFolder();
let project: SuiteProject;
let running: Exec[] = [];

beforeEach(async () => {
  project = await SuiteProject.create(folder());
});

afterEach(() => {
  for (const { pid } of running) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // The process has ended, as expected.
    }
  }
  running = [];
});

function exec(...args: Parameters<SuiteProject["exec"]>): Exec {
  return followed(project.exec(...args));
}

function followed(started: Exec): Exec {
  running.push(started);
  return started;
}

function start(only: string, options: readonly string[] = [], env: object = {}): Exec {
  return exec(project.firebase("emulators:start", "--only", only), options, env);
}

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

describeOnUnix("emulators:exec", () => {
  it("has rules, import, export and exit code, and does not mention Java", async () => {
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
    const command = project.firebase(
      "emulators:exec",
      "--only",
      "database",
      "--import",
      "seed",
      "--export-on-exit",
      "out",
      `node ${script}`,
    );
    const { code, output } = await exec(command, ["--data", "kept"]).ended;
    expect(output).toContain("answers 1 401 200");
    expect(code).toBe(7);
    // It does not mention an untested version either.
    expect(output).not.toMatch(/java|rtdb-emulator: /i);
    const exported = join(folder(), "out/database_export/demo-suite-default-rtdb.json");
    expect(JSON.parse(readFileSync(exported, "utf8"))).toEqual({ seed: 3 });
    await project.expectNothingLeft();

    // The next run imports the exported data. An old Java does not disturb it.
    installJava("17.0.1");
    const next = start("database", ["--data", "kept"]);
    await next.ready();
    expect(await (await fetch(url)).json()).toBe(3);
    process.kill(await next.firebasePid(), "SIGKILL");
    expect(await next.ended).toMatchObject({
      code: 137,
      output: expect.not.stringMatching(/java/i),
    });
    await project.expectNothingLeft();
  });
});

describeOnUnix("a suite with functions", () => {
  it("runs schedules by the clock and by hand, and ends with SIGTERM", async () => {
    // With a debugger all functions share one process, which saves most of the time. The tests of triggers start a
    // process for each function.
    const debug = ["--inspect-functions", String(await freePort())];
    const command = project.firebase("emulators:start", "--only", "database,functions", ...debug);
    // The suite's own scheduler would run the functions in the same minute.
    const suite = exec(command, ["--no-schedules"]);
    await suite.ready();
    const functions = { host: HOST, port: project.ports.functions };
    const lines: string[] = [];
    // The next minute is half a second away.
    const ahead = 59_500 - (Date.now() % 60_000);
    const scheduler = new Scheduler({
      list: () => listScheduled(functions),
      run: (scheduled, time) => runScheduled(functions, scheduled, time),
      now: () => Date.now() + ahead,
      log: (line) => lines.push(line),
    });
    const minute = new Date(Date.now() + ahead + 1_000);
    minute.setUTCSeconds(0, 0);
    scheduler.start();
    const time = minute.toISOString();
    await suite.untilPrinted(`tidy of firebase-schedule-tidy-us-central1 at ${time}`);
    const topic = "projects/demo-suite/topics/firebase-schedule-sweep-us-central1";
    await suite.untilPrinted(`sweep of ${topic} at ${time}`);
    scheduler.stop();
    expect(lines.sort()).toEqual([
      "Scheduled functions run by the clock: faulty, sweep, tidy.",
      'The schedule of odd is ignored: "now and then" cannot be read; use five cron fields such as ' +
        '"0 9 * * 1", "every 5 minutes", or "every monday 09:00".',
    ]);

    // The functions use another database than the rules, and the suite has logged that.
    const { code, output } = await project.runSchedule("tidy");
    expect([code, ...output.split("\n").sort()]).toEqual([0, "", WRONG_DATABASE, "tidy has run."]);
    const idle = `${project.databaseUrl}/.inspect/triggers?ns=demo-suite-default-rtdb&wait=idle`;
    const waited = { isIdle: true, triggers: [], warning: WRONG_DATABASE };
    expect(await (await fetch(idle)).json()).toEqual(waited);
    expect(await project.runSchedule("us-central1-sweep")).toMatchObject({ code: 0 });
    expect(await project.runSchedule("faulty")).toEqual({
      code: 1,
      output: "faulty failed: answer 500. Its log is in the suite.\n",
    });
    expect(await project.runSchedule("none")).toEqual({
      code: 1,
      output: "No scheduled function is called none; there are: faulty, odd, sweep, tidy.\n",
    });

    process.kill(suite.pid, "SIGTERM");
    const ended = await suite.ended;
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
});

describeOnUnix("a signal", () => {
  it("of Ctrl-C ends a suite with Java once, even if its database was killed", async () => {
    project.configure({}, ["firestore"]);
    installJava("21.0.2");
    const jar = project.write("firestore.jar", "");
    const suite = start("database,firestore", [], { FIRESTORE_EMULATOR_BINARY_PATH: jar });
    await suite.ready();
    expect(JSON.parse(readFileSync(join(folder(), "java-args.json"), "utf8"))).toContain(jar);
    process.kill(await project.databasePid(), "SIGKILL");
    await suite.untilPrinted("has exited upon receiving signal: SIGKILL");
    suite.interrupt();
    const { code, output } = await suite.ended;
    expect(code).toBe(0);
    expect(output).toContain("Received SIGINT (Ctrl-C) for the first time");
    expect(output).not.toContain("2 times");
    await project.expectNothingLeft();
  });

  it("that kills exec during the start leaves nothing", async () => {
    const suite = start("database");
    await suite.untilPrinted("Starting emulators: database");
    process.kill(suite.pid, "SIGKILL");
    await project.expectNothingLeft();
  });
});

describeOnUnix("exec together with another", () => {
  it("tool, inside or outside, starts the database for a suite with Firestore", async () => {
    project.configure({}, ["firestore"]);
    const firebase = project.firebase("emulators:start", "--only", "database,firestore");
    const otherTool = project.otherTool();
    for (const command of [
      project.execWords([...otherTool, ...firebase]),
      [...otherTool, ...project.execWords(firebase)],
    ]) {
      const suite = followed(project.run(command));
      await suite.ready();
      const rules = `${project.databaseUrl}/.settings/rules.json?ns=demo-suite-default-rtdb`;
      expect((await fetch(rules, { headers: { Authorization: "Bearer owner" } })).status).toBe(200);
      suite.interrupt();
      expect(await suite.ended).toMatchObject({ code: 0 });
      await project.expectNothingLeft();
    }
  });

  it("exec says that the inner options have no effect", async () => {
    const firebase = project.firebase("emulators:start", "--only", "database");
    const suite = exec(project.execWords(firebase), ["--data", "outer"]);
    await suite.ready();
    suite.interrupt();
    const { code, output } = await suite.ended;
    expect([code, output.split("\n")[0]]).toEqual([
      0,
      "rtdb-emulator: exec runs inside another exec, whose options have no effect here.",
    ]);
    expect(existsSync(join(folder(), "outer"))).toBe(false);
    await project.expectNothingLeft();
  });
});

describeOnUnix("problems at the start", () => {
  it("of the database are reported", async () => {
    project.write("occupied", "");
    const badFolder = start("database", ["--data", "occupied"]);
    await badFolder.ended;
    expect(badFolder.output).toMatch(
      /^rtdb-emulator: cannot create the folder .*occupied: a file of/m,
    );
    await project.expectNothingLeft();
  });

  it("of an emulator that needs Java are reported by firebase-tools", async () => {
    project.configure({}, ["firestore"]);
    const { output: missing } = await start("database,firestore").ended;
    expect(missing).toContain("Please make sure Java is installed and on your system PATH.");
    expect(missing).toContain("Install Java 21 or newer for the other emulators.");
    await project.expectNothingLeft();
  });
});

describeOnUnix("other commands", () => {
  it("keep their exit codes and signals under exec", async () => {
    const codes = await Promise.all(
      [
        ["sh", "-c", "exit 3"],
        ["sh", "-c", "kill -s KILL $$"],
        ["sh", "-c", "kill -s TERM $$"],
        ["no-such-command"],
        [join(folder(), "rules.json")],
      ].map((command) => exec(command).ended),
    );
    expect(codes.map(({ code }) => code)).toEqual([3, 137, 143, 127, 126]);
    expect(codes.at(3)?.output).toContain("cannot run no-such-command: not found");
    await project.expectNothingLeft();
  });

  it("get all signals, and are killed with exec if they ignore them", async () => {
    const stubborn = exec([
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

  it("that need an account are followed by a hint without an account", async () => {
    // firebase-tools must not find an account of this machine.
    const env = { METADATA_SERVER_DETECTION: "none", FIREBASE_DATABASE_EMULATOR_HOST: "db:9" };
    const { code, output } = await exec(project.firebase("database:get", "/"), [], env).ended;
    expect(code).toBe(1);
    expect(output).toContain("Failed to authenticate, have you run firebase login?");
    expect(output).toContain(
      "rtdb-emulator: database:get needs a signed-in account, even for an emulator. This works without an account: " +
        "curl -H 'Authorization: Bearer owner' 'http://db:9/<path>.json?ns=<namespace>'\n",
    );
  });

  it("of an untested firebase-tools run with a warning", async () => {
    const bin = project.write("node_modules/firebase-tools/lib/bin/firebase.js", "");
    const manifest = JSON.stringify({ name: "firebase-tools", version: "99.1.0" });
    project.write("node_modules/firebase-tools/package.json", manifest);
    const { code, output } = await exec([process.execPath, bin]).ended;
    expect(code).toBe(0);
    expect(output).toBe(
      "rtdb-emulator: firebase-tools 99.1.0 is not tested; versions 14.27.0 to 15.34.2 are.\n",
    );
  });
});
