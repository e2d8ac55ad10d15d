/** What the shell client takes for a reading: numbers, or nothing at all when it is told so. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../../scripts/stack/processes";
import { ROOT } from "../../support/backend/addresses";
import { useHost } from "../../support/backend/targets";
import { SCRIPT, SHELLS, summary } from "../../support/devices/shell-call";
import type { Call } from "../../support/devices/shell-call";
import { MISSING, useShellTrial } from "../../support/devices/shell-sensor";
import type { ShellSensor } from "../../support/devices/shell-sensor";

const NO_NUMBERS = [
  "temperature=1,5",
  "temperature=",
  "temperature",
  "temperature=nan",
  "temperature=-inf",
  "temperature=0x10",
  "temperature=021",
  "temperature=+21",
  "temperature=.5",
  "temperature=5.",
  "temperature= 21",
  "temperature=85 C",
  "temperature=21\n22",
  'temperature=21,"light":1',
];

const WRONG_CALLS = [
  { args: ["send"], says: "no values: give some, or --sign-of-life" },
  { args: ["send", "--sign-of-life", "temperature=1"], says: "for a reading without values" },
  { args: ["send", "temperature=1", "temperature=2"], says: "temperature is given twice" },
  { args: ["send", "pressure=1000"], says: "no such measurement: pressure" },
  { args: ["sned"], says: "usage: " },
  { args: [], says: "usage: " },
];

const target = useHost();

describe.each(SHELLS)("the shell client in $name", (shell) => {
  if (MISSING !== undefined) {
    test.skip(`cannot be tried: ${MISSING}`, () => undefined); // Needs what this machine does not have.
    return;
  }
  const trial = useShellTrial(() => target().url);

  async function expectNothingSent(sensor: ShellSensor): Promise<void> {
    expect(trial.server().requests).toEqual([]);
    expect(existsSync(sensor.folder)).toBe(false);
    expect(await sensor.entries()).toEqual([]);
  }

  test("takes no reading with a value that is no number", async () => {
    const sensor = await trial.addSensor(shell);
    for (const value of NO_NUMBERS) {
      const { code, output } = await sensor.send("humidity=60", value);
      expect([value, code]).toEqual([value, 65]);
      expect(output).toMatch(
        /^greenhouse: temperature.*: that is no number \(like 21\.5\)\. .*\n$/,
      );
    }
    await expectNothingSent(sensor);
  });

  test("takes every number of JSON", async () => {
    const sensor = await trial.addSensor(shell);
    const { output } = await sensor.send(
      "temperature=-0.5",
      "humidity=6e1",
      "light=1.25E+2",
      "battery=0",
    );
    expect(output).toBe(summary({ stored: 1 }));
    const measured = { temperature: -0.5, humidity: 60, light: 125, battery: 0 };
    expect(await sensor.entries()).toEqual([expect.objectContaining(measured)]);
  });

  test.each(WRONG_CALLS)("takes no reading with $args", async ({ args, says }) => {
    const sensor = await trial.addSensor(shell);
    const running = sensor.start(args);
    expect(await running.ended).toBe(64);
    expect(running.output()).toContain(says);
    await expectNothingSent(sensor);
  });

  test("sends a sign of life without values", async () => {
    const sensor = await trial.addSensor(shell);
    expect(await sensor.send("--sign-of-life")).toEqual({
      code: 0,
      output: summary({ stored: 1 }),
    });
    const [entry, ...more] = await sensor.entries();
    expect(Object.keys(entry ?? {}).toSorted()).toEqual(["sensorName", "uid", "updatedAt"]);
    expect(more).toEqual([]);
  });

  describe("as the README has it for cron", () => {
    /** Runs the line's command with the script and the sensor's files where the test has them. */
    async function runLine(sensor: ShellSensor): Promise<Call> {
      const readme = readFileSync(join(ROOT, "devices/shell/README.md"), "utf8");
      const [, line = ""] = /^\* \* \* \* \* (.*)$/m.exec(readme) ?? [];
      const script = [...shell.command, SCRIPT].join(" ");
      const command = line
        .replace("$HOME/greenhouse.sh", script)
        .replace("/sys/bus/w1/devices", "$HOME/devices");
      expect(command).not.toBe(line);
      const { GREENHOUSE_URL, GREENHOUSE_UID, GREENHOUSE_KEY_FILE, ...env } = sensor.env;
      writeFileSync(
        join(trial.folder(), "greenhouse.env"),
        `export GREENHOUSE_URL=${GREENHOUSE_URL}\nexport GREENHOUSE_UID=${GREENHOUSE_UID} GREENHOUSE_KEY_FILE=${GREENHOUSE_KEY_FILE}\n`,
      );
      const running = run("sh", ["-c", command], { env });
      const code = await running.ended;
      return { code, output: readFileSync(join(trial.folder(), "greenhouse.log"), "utf8") };
    }

    test("stores what the sensor measures", async () => {
      const sensor = await trial.addSensor(shell);
      const device = join(trial.folder(), "devices/28-0123");
      mkdirSync(device, { recursive: true });
      writeFileSync(join(device, "temperature"), "21562\n");
      expect(await runLine(sensor)).toEqual({ code: 0, output: "" });
      expect(await sensor.temperatures()).toEqual([21.562]);
    });

    test("stores nothing without the sensor", async () => {
      const sensor = await trial.addSensor(shell);
      const { code, output } = await runLine(sensor);
      expect(code).toBe(65);
      expect(output).toContain("greenhouse: temperature=: that is no number");
      await expectNothingSent(sensor);
    });
  });
});
