/** Calls of the shell client that are ended in the middle: no reading is lost, and none is stored twice. */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { useHost } from "../../support/backend/targets";
import { SHELLS, summary } from "../../support/devices/shell-call";
import { MISSING, OFFLINE_URL, useShellTrial } from "../../support/devices/shell-sensor";
import type { ShellSensor } from "../../support/devices/shell-sensor";

/** Every command that changes something outside of the script. */
const STEPS = ["mv", "rm", "ln", "curl"];
/** Counts the steps, and kills the whole call before or after the one that is named. */
const STEP = `#!/bin/sh
read -r step <"$STEP_FILE"
step=$((step + 1))
echo "$step" >"$STEP_FILE"
PATH=\${PATH#*:}
[ "$KILL" != "before $step" ] || kill -9 0
"\${0##*/}" "$@"
code=$?
[ "$KILL" != "after $step" ] || kill -9 0
exit "$code"
`;

const target = useHost();
const filesOf = ({ folder }: ShellSensor): readonly string[] => readdirSync(folder);

describe.each(SHELLS)("the shell client in $name", (shell) => {
  if (MISSING !== undefined) {
    test.skip(`cannot be tried: ${MISSING}`, () => undefined); // Needs what this machine does not have.
    return;
  }
  const trial = useShellTrial(() => target().url);

  test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "ends with %s while it waits, and keeps the reading",
    async (signal) => {
      const sensor = await trial.addSensor(shell);
      trial.server().plan({ status: 503, headers: { "Retry-After": "500" } });
      const running = sensor.start(["send", "temperature=20"], { GREENHOUSE_PATIENCE: "900" });
      await new Promise<void>((resolve) => {
        running.onLine((line) => {
          if (line.includes("no attempt for")) resolve();
        });
      });
      running.child.kill(signal);
      expect(await running.ended).toBe(75);
      expect(running.output()).toContain(summary({ waiting: 1 }));
      expect(filesOf(sensor)).not.toContain("lock");
      writeFileSync(join(sensor.folder, "quiet-until"), "0\n");
      expect(await sensor.flush()).toEqual({ code: 0, output: summary({ stored: 1 }) });
      expect(await sensor.temperatures()).toEqual([20]);
    },
  );

  test("removes what killed calls left", async () => {
    const sensor = await trial.addSensor(shell);
    await sensor.sendOffline("temperature=20");
    writeFileSync(join(sensor.folder, "new.999999999"), "half a rea");
    await sensor.flush({ GREENHOUSE_URL: OFFLINE_URL });
    expect(filesOf(sensor)).not.toContain("new.999999999");
  });
});

/** The steps are the same in every shell, and many: one shell is enough. */
describe.each(SHELLS.slice(0, 1))("step by step in $name", (shell) => {
  if (MISSING !== undefined) {
    test.skip(`cannot be tried: ${MISSING}`, () => undefined); // Needs what this machine does not have.
    return;
  }
  const trial = useShellTrial(() => target().url);

  /** Resolves with how many steps the call did, up to where it was killed. */
  async function sendUntil(kill: string, sensor: ShellSensor): Promise<number> {
    const steps = join(trial.folder(), "steps");
    mkdirSync(steps, { recursive: true });
    for (const step of STEPS) writeFileSync(join(steps, step), STEP, { mode: 0o755 });
    const file = join(trial.folder(), "step");
    writeFileSync(file, "0\n");
    const running = sensor.start(["send", "temperature=20"], {
      PATH: `${steps}:${process.env["PATH"] ?? ""}`,
      STEP_FILE: file,
      KILL: kill,
    });
    const code = await running.ended;
    const done = Number(readFileSync(file, "utf8"));
    expect(code).toBe(kill.endsWith(` ${done}`) ? null : 0);
    return done;
  }

  test.each(["before", "after"])(
    "the shell client loses nothing when it is killed %s any step",
    async (when) => {
      const steps = await sendUntil("never", await trial.addSensor(shell));
      expect(steps).toBeGreaterThan(5);
      for (let step = 1; step <= steps; step += 1) {
        const sensor = await trial.addSensor(shell);
        const done = await sendUntil(`${when} ${step}`, sensor);
        expect(done).toBe(step);
        const { code } = await sensor.flush();
        // The first step gives the reading its file: before that the call has not taken it.
        const isTaken = when === "after" || step > 1;
        expect([step, await sensor.temperatures()]).toEqual([step, isTaken ? [20] : []]);
        expect([step, code]).toEqual([step, 0]);
        expect(filesOf(sensor)).toEqual([]);
      }
    },
  );
});
