/** What the shell client takes for a reading, and what it takes from answers that no backend gives. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../../scripts/stack/processes";
import { ROOT } from "../../support/backend/addresses";
import { SCRIPT } from "../../support/devices/shell-device";
import { ONE_SHELL, SHELLS, summary, useShells } from "../../support/devices/shells";
import type { Call, ShellSensor, ShellTrial } from "../../support/devices/shells";

const testShells = useShells();

async function expectNothingSent({ server }: ShellTrial, sensor: ShellSensor): Promise<void> {
  expect(server.requests).toEqual([]);
  expect(existsSync(sensor.folder)).toBe(false);
  expect(await sensor.entries()).toEqual([]);
}

testShells("takes no reading with a value that is no number", SHELLS, async (trial) => {
  const sensor = await trial.addSensor();
  const values = ["1,5", "", "nan", "-inf", "0x10", "021", "+21", ".5", "5.", " 21", "85 C"];
  const words = [...values, "21\n22", '21,"light":1'].map((value) => `temperature=${value}`);
  for (const word of [...words, "temperature"]) {
    const { code, output } = await sensor.send("humidity=60", word);
    expect([word, code]).toEqual([word, 65]);
    expect(output).toMatch(/^greenhouse: temperature.*: that is no number \(like 21\.5\)\. .*\n$/);
  }
  await expectNothingSent(trial, sensor);
});

testShells("takes every number of JSON", SHELLS, async ({ addSensor }) => {
  const sensor = await addSensor();
  const words = ["temperature=-0.5", "humidity=6e1", "light=1.25E+2", "battery=0"];
  expect(await sensor.send(...words)).toEqual({ code: 0, output: summary({ stored: 1 }) });
  const measured = { temperature: -0.5, humidity: 60, light: 125, battery: 0 };
  expect(await sensor.entries()).toEqual([expect.objectContaining(measured)]);
});

testShells("takes no reading with wrong arguments", SHELLS, async (trial) => {
  const sensor = await trial.addSensor();
  for (const [line, says] of [
    ["send", "no values: give some, or --sign-of-life"],
    ["send --sign-of-life temperature=1", "for a reading without values"],
    ["send temperature=1 temperature=2", "temperature is given twice"],
    ["send pressure=1000", "no such measurement: pressure"],
    ["sned", "usage: "],
    ["", "usage: "],
  ] as const) {
    const running = sensor.start(line === "" ? [] : line.split(" "));
    expect([line, await running.ended]).toEqual([line, 64]);
    expect(running.output()).toContain(says);
  }
  await expectNothingSent(trial, sensor);
});

testShells("sends a sign of life without values", ONE_SHELL, async ({ addSensor }) => {
  const sensor = await addSensor();
  expect(await sensor.send("--sign-of-life")).toEqual({ code: 0, output: summary({ stored: 1 }) });
  const [entry, ...more] = await sensor.entries();
  expect(Object.keys(entry ?? {}).toSorted()).toEqual(["sensorName", "uid", "updatedAt"]);
  expect(more).toEqual([]);
});

describe("as the README has it for cron", () => {
  /** Runs the line's command with the script and the sensor's files where the test has them. */
  async function runLine(folder: string, sensor: ShellSensor): Promise<Call> {
    const readme = readFileSync(join(ROOT, "devices/shell/README.md"), "utf8");
    const [, line = ""] = /^\* \* \* \* \* (.*)$/m.exec(readme) ?? [];
    const command = line
      .replace("$HOME/greenhouse.sh", `sh ${SCRIPT}`)
      .replace("/sys/bus/w1/devices", "$HOME/devices");
    expect(command).not.toBe(line);
    const { GREENHOUSE_URL, GREENHOUSE_UID, GREENHOUSE_KEY_FILE, ...env } = sensor.env;
    writeFileSync(
      join(folder, "greenhouse.env"),
      `export GREENHOUSE_URL=${GREENHOUSE_URL}\nexport GREENHOUSE_UID=${GREENHOUSE_UID} GREENHOUSE_KEY_FILE=${GREENHOUSE_KEY_FILE}\n`,
    );
    const code = await run("sh", ["-c", command], { env }).ended;
    return { code, output: readFileSync(join(folder, "greenhouse.log"), "utf8") };
  }

  testShells("stores what the sensor measures", ONE_SHELL, async ({ folder, addSensor }) => {
    const sensor = await addSensor();
    const device = join(folder, "devices/28-0123");
    mkdirSync(device, { recursive: true });
    writeFileSync(join(device, "temperature"), "21562\n");
    expect(await runLine(folder, sensor)).toEqual({ code: 0, output: "" });
    expect(await sensor.temperatures()).toEqual([21.562]);
  });

  testShells("stores nothing without the sensor", ONE_SHELL, async (trial) => {
    const sensor = await trial.addSensor();
    const { code, output } = await runLine(trial.folder, sensor);
    expect(code).toBe(65);
    expect(output).toContain("greenhouse: temperature=: that is no number");
    await expectNothingSent(trial, sensor);
  });
});

testShells("takes no time from a Date that is none", SHELLS, async ({ server, addSensor }) => {
  for (const date of [
    "Tue, 14 Nov a[$(touch ran)] 22:13:20 GMT",
    "Tue, 1+ Nov 2023 22:13:20 GMT",
    "Tue, 14 Nov 0099 22:13:20 GMT",
    "* * * * * *",
    "",
  ]) {
    const sensor = await addSensor();
    server.planTime({ status: 405, headers: { Date: date } });
    const { code, output } = await sensor.send("temperature=20");
    expect(output).toContain("no answer (405 is not the backend's time)");
    expect(output).toContain(summary({ waiting: 1 }));
    expect([date, code]).toEqual([date, 75]);
  }
  expect(server.requests).toEqual([]);
  expect(existsSync(join(process.cwd(), "ran"))).toBe(false);
});

testShells(
  "goes on after a Retry-After that is no number",
  SHELLS,
  async ({ server, addSensor }) => {
    for (const retryAfter of ["08", "007", "99999999999999999999", "-5", "soon", "1 + 1"]) {
      const sensor = await addSensor();
      server.plan({ status: 503, headers: { "Retry-After": retryAfter } });
      const { code, output } = await sensor.send("temperature=20");
      expect(output).toContain(summary({ waiting: 1 }));
      expect(output).toMatch(/^greenhouse: 503 : no attempt for (?:[1-9]|600) s, 1 waiting\n/);
      expect([retryAfter, code]).toEqual([retryAfter, 75]);
    }
  },
);

testShells(
  "prints no control characters of an answer, and no more than a line",
  ONE_SHELL,
  async ({ server, addSensor }) => {
    const sensor = await addSensor();
    const body = JSON.stringify({ error: `\u001b[31m${"long ".repeat(200)}` });
    server.plan({ status: 400, body: body.replace("\\u001b", "\u001b") });
    const { output } = await sensor.send("temperature=20");
    expect(output).not.toContain("\u001b");
    expect(output.split("\n")[0]?.length).toBeLessThan(400);
    expect(output).toContain(summary({ waiting: 1 }));
  },
);

for (const [name, beginning, rest] of [
  ["a body", "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n", "[".repeat(60_000)],
  ["headers", "HTTP/1.1 200 OK\r\n", `X-More: ${"x".repeat(1_000)}\r\n`.repeat(60)],
  ["one header", "HTTP/1.1 200 OK\r\nX-Long: ", "x".repeat(60_000)],
] as const) {
  testShells(
    `breaks off ${name} without end, and keeps the reading`,
    ONE_SHELL,
    async ({ server, addSensor }) => {
      const sensor = await addSensor();
      let sent = 0;
      function* parts(): Iterable<string> {
        yield beginning;
        for (;;) {
          sent += rest.length;
          yield rest;
        }
      }
      server.plan({ parts: parts() });
      const { code, output } = await sensor.sendWith({ GREENHOUSE_TIMEOUT: "0.5" });
      expect(output).toContain(summary({ waiting: 1 }));
      expect(code).toBe(75);
      expect(await Promise.all(server.outcomes)).toEqual(["cut off by the device"]);
      expect(sent).toBeLessThan(20_000_000);
    },
  );
}
