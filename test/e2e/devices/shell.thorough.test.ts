/** The shell client in each shell against the functions: what it accepts, keeps, sends and reports. */

import { createHmac, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "../../../tools/dev/processes/processes";
import { ROOT } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import type { DeviceRequest, Fault } from "../../support/devices/fault-server";
import { OLDER_BACKEND } from "../../support/devices/rewrites";
import { ONE_SHELL, SCRIPT, SHELLS, summary, useShells } from "../../support/devices/shells";
import type { Call, ShellSensor, ShellTrial } from "../../support/devices/shells";
import { readRequest } from "../../support/devices/trial";
import { version as VERSION } from "../../../package.json";

const README = readFileSync(join(ROOT, "devices/shell/README.md"), "utf8");
/** The commands that the script needs, according to the README. */
const NEEDED = (/^- `(cat [a-z ]+)`/m.exec(README)?.[1] ?? "").split(" ");
const SYSTEM_PATH = (process.env["PATH"] ?? "").split(delimiter);
const DAY = 86_400;

const testShells = useShells();
const stored = { code: 0, output: summary({ stored: 1 }) };
const anyNumber = expect.any(Number) as number;
const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** Makes a folder for PATH with the test's own commands, which come before the system's. */
function withCommands(folder: string, commands: Readonly<Record<string, string>>): string {
  const own = mkdtempSync(join(folder, "commands-"));
  for (const [name, code] of Object.entries(commands)) {
    writeFileSync(join(own, name), `#!/bin/sh\nPATH=\${PATH#*:}\n${code}\n`, { mode: 0o755 });
  }
  return `${own}:${process.env["PATH"] ?? ""}`;
}

function expectNothingSent({ server }: ShellTrial, sensor: ShellSensor): void {
  expect(server.requests).toEqual([]);
  expect(existsSync(sensor.folder)).toBe(false);
}

describe("a reading", () => {
  testShells("is sent with its values and its time", SHELLS, async ({ server, addSensor }) => {
    const sensor = await addSensor({ uid: `Gewächs "7" \\ 🌱 ${randomUUID()}` });
    const before = nowSeconds();
    const words = ["temperature=-0.5", "humidity=6e1", "light=1.25E+2", "battery=0"];
    // The script does not check names against the backend's table. The backend ignores this unknown name.
    expect(await sensor.send(...words, "sapFlow=3.25")).toEqual(stored);
    const measured = { temperature: -0.5, humidity: 60, light: 125, battery: 0 };
    const [entry] = await sensor.entries();
    expect(entry).toMatchObject(measured);
    expect(Number(entry?.["updatedAt"]) / 1000).toBeGreaterThanOrEqual(before);
    const [request] = server.requests;
    const { readings } = readRequest(request as DeviceRequest, sensor);
    expect(readings).toEqual([{ ...measured, sapFlow: 3.25, timestamp: entry?.["updatedAt"] }]);
  });

  testShells("states the version of the script or of its caller", ONE_SHELL, async (trial) => {
    const sensor = await trial.addSensor();
    const own = 'bench "north" \\ v7';
    await sensor.sendWith({});
    await sensor.sendWith({ GREENHOUSE_VERSION: own });
    await sensor.sendWith({ GREENHOUSE_VERSION: "" });
    expect(trial.server.requests.map(({ text }) => JSON.parse(text) as unknown)).toEqual(
      [{ version: `greenhouse-shell ${VERSION}` }, { version: own }, {}].map((stated) => ({
        uid: sensor.uid,
        timestamp: anyNumber,
        ...stated,
        readings: [{ timestamp: anyNumber, temperature: 20 }],
      })),
    );
    const { code, output } = await sensor.sendWith({ GREENHOUSE_VERSION: "x".repeat(33) });
    expect({ code, output }).toEqual({
      code: 64,
      output: "greenhouse: GREENHOUSE_VERSION must have up to 32 ASCII characters\n",
    });
  });

  testShells("without values is a sign of life", ONE_SHELL, async ({ addSensor }) => {
    const sensor = await addSensor();
    expect(await sensor.send("--sign-of-life")).toEqual(stored);
    const { uid, sensorName } = sensor;
    expect(await sensor.entries()).toEqual([{ uid, sensorName, updatedAt: anyNumber }]);
  });

  testShells(
    "leaves out values that are not a number, and is not taken without one",
    SHELLS,
    async (trial) => {
      const sensor = await trial.addSensor();
      const values = ["1,5", "", "nan", "021", "5.", " 21", "21\n22", '21,"light":1'];
      for (const value of values) {
        const { code, output } = await sensor.send(`temperature=${value}`);
        expect([value, code]).toEqual([value, 65]);
        expect(output).toContain("\ngreenhouse: no value is left: ");
      }
      expectNothingSent(trial, sensor);
      const { code, output } = await sensor.send("temperature=nan", "humidity=60", "light=");
      expect(code).toBe(0);
      expect(output).toContain("not a number such as 21.5: temperature=nan, light=\n");
      expect(await sensor.entries()).toEqual([
        { uid: sensor.uid, sensorName: sensor.sensorName, humidity: 60, updatedAt: anyNumber },
      ]);
    },
  );

  testShells("is not taken from a wrong call", SHELLS, async (trial) => {
    const sensor = await trial.addSensor();
    for (const [line, message] of [
      ["send", "no values: give at least one, or --sign-of-life"],
      ["send temperature=1 temperature=2", "temperature is given twice"],
      ["send soil_moisture=1", "invalid measurement name soil_moisture: "],
      ["send temperature=1 timestamp=1", "invalid measurement name timestamp: "],
      ["", "usage: "],
    ] as const) {
      const running = sensor.start(line === "" ? [] : line.split(" "));
      expect([line, await running.ended]).toEqual([line, 64]);
      expect(running.output()).toContain(message);
    }
    expectNothingSent(trial, sensor);
  });
});

/** curl's messages for some of these differ between versions. */
const FAULTS: readonly (readonly [string, Fault, RegExp])[] = [
  ["a lost answer", "lost answer", /^greenhouse: no answer \(\(\d+\) .+\)$/m],
  ["a page of a hotel", { status: 200, body: "<html>" }, /200, but not the backend's answer/],
  [
    "an answer for another number of readings",
    { status: 200, body: '{"success":true,"stored":0,"refused":[]}' },
    /200, but not/,
  ],
  ["a redirection", { status: 302, headers: { Location: "/elsewhere" } }, /^greenhouse: 302 $/m],
  [
    "an answer with control characters and a long line",
    { status: 400, body: `{"error":"\u001b[31m${"long ".repeat(200)}"}` },
    /^greenhouse: 400 \[31m(?:long ){50,60}/m,
  ],
  ["what is no HTTP", { parts: ["220 mail.example.com ESMTP\r\n"] }, /^greenhouse: /m],
];

describe("after", () => {
  testShells("any fault, a reading waits, and makes one entry", ONE_SHELL, async (trial) => {
    for (const [name, fault, says] of FAULTS) {
      const sensor = await trial.addSensor();
      trial.server.plan(fault);
      const { code, output } = await sensor.send("temperature=20");
      expect([name, output]).toEqual([name, expect.stringMatching(says)]);
      expect(output).not.toContain("\u001b");
      expect([name, code]).toEqual([name, 75]);
      expect(output).toContain(summary({ waiting: 1 }));
      expect(await sensor.flush()).toEqual(stored);
      expect(await sensor.temperatures()).toEqual([20]);
      expect(sensor.files()).toEqual([]);
    }
  });

  testShells("a short fault, a call tries again", ONE_SHELL, async ({ server, addSensor }) => {
    const sensor = await addSensor();
    server.plan({ status: 503, headers: { "Retry-After": "1" } }, "in chunks");
    expect(await sensor.send("temperature=20")).toEqual(stored);
    expect(await sensor.temperatures()).toEqual([20]);
    const [first, second] = server.requests;
    expect(second?.text).toBe(first?.text);
  });

  testShells("an outage, waiting readings are sent in batches", ONE_SHELL, async (trial) => {
    const sensor = await trial.addSensor();
    expect(await sensor.sendOffline("temperature=0")).toMatchObject({ code: 75 });
    const count = 130;
    for (let index = 1; index <= count; index += 1) sensor.keep(nowSeconds() - DAY + index, index);
    expect(await sensor.flush()).toEqual({ code: 0, output: summary({ stored: count + 1 }) });
    const inOrder = Array.from({ length: count }, (_, at) => at + 1);
    expect(await sensor.temperatures()).toEqual([...inOrder, 0]);
    const batches = trial.server.requests.map(({ text }) =>
      (JSON.parse(text) as { readings: { temperature: number }[] }).readings.map(
        ({ temperature }) => temperature,
      ),
    );
    // The newest readings come first, so that the page is live at once.
    expect(batches.map(({ length }) => length)).toEqual([100, 31]);
    expect(batches[0]?.at(-1)).toBe(0);
  });

  testShells(
    "refusals of single readings, the others are stored",
    SHELLS,
    async ({ addSensor }) => {
      const sensor = await addSensor();
      for (const days of [40, 41, -1]) sensor.keep(nowSeconds() - days * DAY, days);
      const { code, output } = await sensor.send("temperature=20");
      expect(output).toMatch(
        /refused: +2 400 Reading is too old.*\n +1 425 Reading is from the future/,
      );
      expect(output).toContain(summary({ stored: 1, refused: 3 }));
      expect(code).toBe(1);
      expect(sensor.files()).toEqual([]);
    },
  );

  testShells("an answer without end, a call continues", ONE_SHELL, async (trial) => {
    const PATH = withCommands(trial.folder, { curl: `exec curl "$@" --max-time 1` });
    const sensor = await trial.addSensor();
    let sent = 0;
    function* parts(beginning: string, rest: string): Iterable<string> {
      yield beginning;
      for (;;) {
        sent += rest.length;
        yield rest;
      }
    }
    trial.server.plan(
      { parts: parts("HTTP/1.1 200 OK\r\n\r\n", "[".repeat(60_000)) },
      { parts: parts("HTTP/1.1 200 OK\r\n", `X-More: ${"x".repeat(1_000)}\r\n`.repeat(60)) },
    );
    await sensor.sendWith({ PATH });
    await sensor.flush({ PATH });
    await sensor.flush();
    expect(await sensor.temperatures()).toEqual([20]);
    const cutOff = "cut off by the device";
    expect(await Promise.all(trial.server.outcomes)).toEqual([cutOff, cutOff]);
    expect(sent).toBeLessThan(40_000_000);
  });
});

describe("a waiting reading", () => {
  testShells(
    "is stored once although several calls send it at the same time",
    ONE_SHELL,
    async (trial) => {
      const sensor = await trial.addSensor();
      const temperatures = [1, 2, 3, 4, 5];
      const calls = temperatures.map((temperature) => sensor.send(`temperature=${temperature}`));
      for (const { output } of await Promise.all(calls)) expect(output).not.toContain("refused 1");
      expect(await sensor.flush()).toEqual({ code: 0, output: summary({}) });
      expect((await sensor.temperatures()).toSorted()).toEqual(temperatures);
    },
  );

  testShells("is not sent if a power cut left it incomplete", ONE_SHELL, async (trial) => {
    for (const length of [0, -1]) {
      const sensor = await trial.addSensor();
      await sensor.sendOffline("temperature=21.25");
      const [name = ""] = sensor.files();
      const file = join(sensor.folder, name);
      truncateSync(file, length < 0 ? readFileSync(file).length + length : length);
      const { code, output } = await sensor.flush();
      expect(output).toContain(`not a complete reading: ${file}.damaged`);
      expect([length, code]).toEqual([length, 0]);
      expect(await sensor.flush()).toEqual({ code: 0, output: summary({}) });
    }
    expect(trial.server.requests).toEqual([]);
  });

  testShells("of an earlier version is reported", ONE_SHELL, async (trial) => {
    const sensor = await trial.addSensor();
    await sensor.flush();
    const kept = join(sensor.folder, "00000000000000000000.1.boot.readings");
    writeFileSync(kept, '{"timestamp":1790000000000,"temperature":1}\n');
    const { code, output } = await sensor.send("temperature=2");
    expect(output).toContain("readings of an earlier version are not sent: ");
    expect(code).toBe(0);
    expect(existsSync(kept)).toBe(true);
  });

  testShells("is never a foreign file", ONE_SHELL, async (trial) => {
    const sensor = await trial.addSensor();
    mkdirSync(join(sensor.folder, "1.1.reading"), { recursive: true });
    for (const name of ["1 2.reading", "1.2.3.reading", "-rf.reading", "notes.reading"]) {
      writeFileSync(join(sensor.folder, name), `{"timestamp":${Date.now()}}\n`);
    }
    const files = sensor.files();
    trial.server.plan({ status: 400 }); // A call that sends a reading would end with this.
    const env = { GREENHOUSE_CAPACITY: "1" };
    expect(await sensor.flush(env)).toEqual({ code: 0, output: summary({}) });
    expect(trial.server.requests).toEqual([]);
    expect(sensor.files()).toEqual(files);
  });

  testShells(
    "is dropped beyond the capacity, the oldest first",
    ONE_SHELL,
    async ({ addSensor }) => {
      const sensor = await addSensor();
      for (const index of [1, 2, 3]) sensor.keep(nowSeconds() - DAY + index, index);
      const { code, output } = await sensor.flush({ GREENHOUSE_CAPACITY: "2" });
      expect(output).toContain("the store is full (2 readings): the oldest are dropped");
      expect(output).toContain(summary({ stored: 2, overflowed: 1 }));
      expect(code).toBe(1);
      expect(await sensor.temperatures()).toEqual([2, 3]);
    },
  );

  /** Counts the steps, which are commands that change files, and kills the whole call before a given step. */
  const STEP = `read -r step <"$STEP_FILE"
step=$((step + 1))
echo "$step" >"$STEP_FILE"
[ "$KILL" != "$step" ] || kill -9 0
exec "\${0##*/}" "$@"`;

  /** Resolves with the number of steps before the call ended or was killed. */
  async function sendUntil(kill: number, sensor: ShellSensor, folder: string): Promise<number> {
    const file = join(folder, `step-${sensor.uid}`);
    writeFileSync(file, "0\n");
    const running = sensor.start(["send", "temperature=20"], {
      PATH: withCommands(folder, { mv: STEP, rm: STEP, curl: STEP, mkdir: STEP }),
      STEP_FILE: file,
      KILL: String(kill),
    });
    const code = await running.ended;
    const done = Number(readFileSync(file, "utf8"));
    expect(code).toBe(kill === done ? null : 0);
    return done;
  }

  testShells("is kept when a call is killed at any step", ONE_SHELL, async (trial) => {
    const { folder, addSensor } = trial;
    const steps = await sendUntil(0, await addSensor(), folder);
    expect(steps).toBe(4); // Makes the folder, writes the file, sends it, removes it.
    for (let step = 1; step <= steps; step += 1) {
      const sensor = await addSensor();
      expect(await sendUntil(step, sensor, folder)).toBe(step);
      expect(await sensor.flush()).toMatchObject({ code: 0 });
      expect([step, await sensor.temperatures()]).toEqual([step, step > 2 ? [20] : []]);
    }
  });
});

describe("a folder that cannot be used", () => {
  testShells("does not prevent sending a reading", SHELLS, async ({ folder, addSensor }) => {
    const sensor = await addSensor();
    // A full disk, also for root.
    const PATH = withCommands(folder, { cat: `[ $# -eq 0 ] || exec cat "$@"\ncat >/dev/full` });
    const { code, output } = await sensor.sendWith({ PATH });
    expect(output).toContain("the reading cannot be kept, and is sent directly: ");
    expect(output).toContain(summary({ stored: 1 }));
    expect(code).toBe(0);
    expect(await sensor.temperatures()).toEqual([20]);
    expect(sensor.files()).toEqual([]);
  });

  testShells(
    "counts readings that cannot be sent either as overflowed",
    ONE_SHELL,
    async (trial) => {
      const sensor = await trial.addSensor();
      writeFileSync(join(trial.folder, "in the way"), "");
      const GREENHOUSE_STORE = join(trial.folder, "in the way/store");
      trial.server.plan({ status: 400 });
      const { code, output } = await sensor.sendWith({ GREENHOUSE_STORE });
      expect(output).toContain(summary({ overflowed: 1 }));
      expect(code).toBe(1);
      expect((await sensor.flush({ GREENHOUSE_STORE })).code).toBe(73);
    },
  );
});

describe("a system", () => {
  function listed(folder: string): readonly string[] {
    return existsSync(folder) ? readdirSync(folder) : []; // PATH may contain missing folders.
  }

  /** Makes a folder for PATH with only these commands of the system. */
  function only({ folder }: ShellTrial, ...commands: readonly string[]): string {
    const own = mkdtempSync(join(folder, "commands-"));
    for (const command of commands) {
      const home = SYSTEM_PATH.find((candidate) => listed(candidate).includes(command));
      if (home === undefined) throw new Error(`this system has no ${command}`);
      symlinkSync(join(home, command), join(own, command));
    }
    return own;
  }

  /** Runs the shell by its absolute path, because it may not be in the call's PATH. */
  async function sendWith(
    { shell, addSensor }: ShellTrial,
    env: Readonly<Record<string, string>>,
    redirections = "",
  ): Promise<Call & { readonly sensor: ShellSensor }> {
    const sensor = await addSensor();
    const [program = "", ...options] = shell.command;
    const line = `shell="$(command -v ${program}) ${options.join(" ")}"; PATH=$CALL_PATH; exec $shell ${SCRIPT} send temperature=20 ${redirections}`;
    const running = run("sh", ["-c", line], {
      env: { ...sensor.env, CALL_PATH: sensor.env["PATH"] ?? "", ...env },
    });
    return { code: await running.ended, output: running.output(), sensor };
  }

  testShells("needs only the README's commands, and any for SHA-256", SHELLS, async (trial) => {
    expect(NEEDED.length).toBeGreaterThan(10);
    for (const command of ["sha256sum", "shasum", "openssl"]) {
      if (!SYSTEM_PATH.some((folder) => listed(folder).includes(command))) continue;
      // shasum is a Perl script.
      const interpreters = command === "shasum" ? ["perl"] : [];
      const CALL_PATH = only(trial, ...NEEDED, "curl", command, ...interpreters);
      expect([command, await sendWith(trial, { CALL_PATH })]).toMatchObject([command, stored]);
    }
  });

  testShells("lacks a command, and the script reports which", ONE_SHELL, async (trial) => {
    for (const [commands, message] of [
      [["sha256sum"], "curl is not installed"],
      [["curl"], "none of sha256sum, shasum and openssl is installed"],
    ] as const) {
      const CALL_PATH = only(trial, ...NEEDED, ...commands);
      const { code, output } = await sendWith(trial, { CALL_PATH });
      expect(output).toBe(`greenhouse: ${message}\n`);
      expect(code).toBe(69);
    }
  });

  testShells("without a clock takes no reading", ONE_SHELL, async (trial) => {
    const PATH = withCommands(trial.folder, { date: "echo 1000000" });
    const sensor = await trial.addSensor();
    const { code, output } = await sensor.sendWith({ PATH });
    expect([code, output]).toEqual([69, expect.stringContaining("the clock is not set")]);
    expectNothingSent(trial, sensor);
  });

  testShells("may be slow: a request has the time when it is sent", ONE_SHELL, async (trial) => {
    const sensor = await trial.addSensor();
    const marker = join(trial.folder, "asked");
    // The call began ten minutes ago.
    const date = `[ ! -e '${marker}' ] || exec date "$@"\n: >'${marker}'\necho $(($(date +%s) - 600))`;
    const PATH = withCommands(trial.folder, { date });
    expect(await sensor.sendWith({ PATH })).toEqual(stored);
  });

  testShells("may have closed or full streams", SHELLS, async (trial) => {
    for (const redirections of ["<&- >&- 2>&-", ">/dev/full", "2>/dev/full"]) {
      const { code, sensor } = await sendWith(trial, {}, redirections);
      expect([redirections, code]).toEqual([redirections, 0]);
      expect(await sensor.temperatures()).toEqual([20]);
    }
  });
});

describe("a key", () => {
  testShells("may contain any characters", SHELLS, async ({ folder, server, addSensor }) => {
    const special = 'Schlüssel 🌱 100 % "\\n" $HOME `ls` it\'s *';
    for (const key of [special, "7".repeat(64), "k".repeat(65)]) {
      const sensor = await addSensor();
      // Blanks, line breaks and a byte order mark around the key do not count.
      writeFileSync(join(folder, "key"), `\uFEFF ${key} \r\n`);
      await sensor.send("temperature=20");
      const { text = "", signature } = server.requests.at(-1) ?? {};
      expect(signature).toBe(`sha256=${createHmac("sha256", key).update(text).digest("hex")}`);
    }
  });

  testShells("never appears in a list of processes", ONE_SHELL, async ({ folder, addSensor }) => {
    const sensor = await addSensor();
    const started = join(folder, "started");
    writeFileSync(started, "");
    // Each command that the script starts reports its arguments.
    const spy = `printf '%s\\n' "$0 $*" >>'${started}'\nexec "\${0##*/}" "$@"`;
    const names = [...NEEDED, "curl", "sha256sum"];
    const PATH = withCommands(folder, Object.fromEntries(names.map((name) => [name, spy])));
    expect(await sensor.sendWith({ PATH })).toEqual(stored);
    const lines = readFileSync(started, "utf8");
    expect(lines).toContain("sha256sum");
    expect(lines).not.toContain(sensor.farm.apiKey);
    expect(lines).not.toContain(Buffer.from(sensor.farm.apiKey).toString("hex"));
  });
});

testShells("reports a wrong setting, and sends nothing", ONE_SHELL, async (trial) => {
  const sensor = await trial.addSensor();
  const far = ["http://172.32.0.1/sensorData", "http://127.0.0.1@example.com/", "ftp://127.0.0.1/"];
  for (const [name, value, message] of [
    ["GREENHOUSE_URL", "", "GREENHOUSE_URL is not set"],
    ["HOME", "", "neither GREENHOUSE_STORE nor HOME is set"],
    ["GREENHOUSE_CAPACITY", "many", "GREENHOUSE_CAPACITY must be a whole number above 0: many"],
    ...far.map((url) => ["GREENHOUSE_URL", url, "the URL must begin with https://"] as const),
  ] as const) {
    const { code, output } = await sensor.sendWith({ [name]: value });
    expect([value, code]).toEqual([value, 64]);
    expect(output).toMatch(/^greenhouse: .*\n$/);
    expect(output).toContain(message);
  }
  expect((await sensor.sendWith({ GREENHOUSE_KEY_FILE: "/dev/null" })).code).toBe(66);
  expectNothingSent(trial, sensor);
});

testShells(
  "a reading waits unless an older backend's refusal is final",
  ONE_SHELL,
  async (trial) => {
    trial.server.rewriteWith(OLDER_BACKEND.rewrite);
    const sensor = await trial.addSensor();
    sensor.keep(nowSeconds() - 40 * DAY, 1);
    const { code, output } = await sensor.send("temperature=20");
    expect([code, output.endsWith(summary({ stored: 1, refused: 1 }))]).toEqual([1, true]);
    await databaseClient().remove(`registeredSensors/${sensor.uid}/greenhouse`);
    const unlinked = await sensor.send("temperature=21");
    expect([unlinked.code, unlinked.output.endsWith(summary({ waiting: 1 }))]).toEqual([75, true]);
  },
);
