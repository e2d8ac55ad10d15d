/** devices/shell/greenhouse.sh as a device: each command is a call of the script, whose clock a test can move on. */

import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../../scripts/stack/processes";
import { ROOT } from "../backend/addresses";
import { NOTHING } from "./device";
import type { Counts, Device, DeviceSettings, DeviceState } from "./device";

export const SCRIPT = join(ROOT, "devices/shell/greenhouse.sh");
const SUMMARY = /^stored (\d+), refused (\d+), overflowed (\d+), waiting (\d+)$/m;

export function startShell(settings: DeviceSettings): Device {
  const folder = mkdtempSync(join(tmpdir(), "greenhouse-shell-"));
  const spool = settings.env?.["GREENHOUSE_SPOOL"] ?? join(folder, "spool");
  const quietUntil = join(sensorFolder(spool, settings.uid), "quiet-until");
  const clock = join(folder, "clock");
  writeFileSync(join(folder, "key"), `${settings.apiKey}\n`);
  // The script asks `date` for seconds, and nothing else.
  writeFileSync(join(folder, "date"), DATE, { mode: 0o755 });
  let aheadMs = 0;
  const advance = (ms: number): void => {
    aheadMs += ms;
    writeFileSync(clock, `${Math.round(aheadMs / 1000)}\n`);
  };
  advance(Number(settings.clockErrorMs));
  let total: Counts = NOTHING;
  let printed = "";

  const call = async (...args: readonly string[]): Promise<DeviceState> => {
    const script = run("sh", [SCRIPT, ...args], {
      env: {
        ...process.env,
        PATH: `${folder}:${process.env["PATH"] ?? ""}`,
        GREENHOUSE_URL: settings.url,
        GREENHOUSE_UID: settings.uid,
        GREENHOUSE_KEY_FILE: join(folder, "key"),
        GREENHOUSE_SPOOL: spool,
        GREENHOUSE_CAPACITY: String(settings.capacity),
        GREENHOUSE_TIMEOUT: String(settings.timeoutMs / 1000),
        GREENHOUSE_PATIENCE: "0",
        CLOCK_FILE: clock,
        ...settings.env,
      },
    });
    const code = await script.ended;
    printed += script.output();
    const [summary, ...numbers] = SUMMARY.exec(script.output()) ?? [];
    if (summary === undefined) throw new Error(`The script ended: ${script.output()}`);
    const counts = readCounts(numbers.map(Number));
    total = add(total, counts);
    const { refused, overflowed, waiting } = counts;
    const areDropped = refused + overflowed > 0;
    expect(code).toBe(waiting > 0 ? 75 : areDropped ? 1 : 0);
    return { ...total, waitMs: waiting === 0 ? null : untilMs() };
  };
  const untilMs = (): number => {
    if (!existsSync(quietUntil)) return 0;
    const now = Math.floor(Date.now() / 1000) + Math.round(aheadMs / 1000);
    return Math.max(0, (Number(readFileSync(quietUntil, "utf8")) - now) * 1000);
  };
  return {
    add: (values) =>
      call("send", ...Object.entries(values).map(([name, value]) => `${name}=${value}`)),
    poll: () => call("flush"),
    advance: (ms) => {
      advance(Math.ceil(ms / 1000) * 1000);
      return Promise.resolve();
    },
    sign: async (apiKey, body) => {
      const source = readFileSync(SCRIPT, "utf8");
      const [digest = ""] = /^digest\(\) \{[^]*?^\}/m.exec(source) ?? [];
      const [definition = ""] = /^sign\(\) \{.*\}$/m.exec(source) ?? [];
      const functions = `${digest}\n${definition}`;
      const shell = run("sh", ["-c", `${functions}\nsign "$@"`, "sh", apiKey, body]);
      await shell.ended;
      return shell.output().trim();
    },
    ask: () => Promise.reject(new Error("the shell client has no driver")),
    report: () => printed,
    kill: () => Promise.resolve(),
    stop: () => {
      rmSync(folder, { recursive: true, force: true });
      return Promise.resolve();
    },
  };
}

/** Where the script keeps what belongs to one sensor. */
export function sensorFolder(spool: string, uid: string): string {
  return join(spool, createHash("md5").update(uid).digest("hex"));
}

const DATE = `#!/bin/sh
PATH=\${PATH#*:}
read -r ahead <"$CLOCK_FILE"
echo $(($(date +%s) + ahead))
`;

function readCounts([
  stored = 0,
  refused = 0,
  overflowed = 0,
  waiting = 0,
]: readonly number[]): Counts {
  return { stored, refused, overflowed, waiting };
}

/** What waits does not add up: it is how many there are now. */
function add(total: Counts, { waiting, ...more }: Counts): Counts {
  return {
    stored: total.stored + more.stored,
    refused: total.refused + more.refused,
    overflowed: total.overflowed + more.overflowed,
    waiting,
  };
}
