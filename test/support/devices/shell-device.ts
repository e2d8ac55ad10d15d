/** devices/shell/greenhouse.sh as a device: each command is a call of the script, whose clock a test can move on. */

import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
} from "node:fs";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { run } from "../../../scripts/stack/processes";
import type { Running } from "../../../scripts/stack/processes";
import { ROOT } from "../backend/addresses";
import { NOTHING } from "./device";
import type { Counts, Device, DeviceSettings, DeviceState } from "./device";

export const SCRIPT = join(ROOT, "devices/shell/greenhouse.sh");
const SUMMARY = /^stored (\d+), refused (\d+), overflowed (\d+), waiting (\d+)$/m;

export function startShell(settings: DeviceSettings): Device {
  const folder = mkdtempSync(join(tmpdir(), "greenhouse-shell-"));
  const store = settings.store === "" ? join(folder, "store") : settings.store;
  const state = join(sensorFolder(store, settings.uid), "state");
  const clock = join(folder, "clock");
  const uptime = join(folder, "uptime");
  writeFileSync(join(folder, "key"), `${settings.apiKey}\n`);
  let aheadMs = Number(settings.clockErrorMs);
  let advancedMs = 0;
  const advance = (ms: number): void => {
    aheadMs += ms;
    advancedMs += ms;
    writeFileSync(clock, `${Math.round(aheadMs / 1000)}\n`);
    writeFileSync(uptime, `${Math.round(advancedMs / 1000)}\n`);
  };
  advance(settings.advancedMs);
  const calls = new Set<Running>();
  let total: Counts = NOTHING;
  let last: DeviceState | undefined;
  let printed = "";

  const call = async (...args: readonly string[]): Promise<DeviceState> => {
    const script = run("sh", ["-c", WITH_CLOCK, SCRIPT, ...args], {
      env: {
        ...process.env,
        GREENHOUSE_URL: settings.url,
        GREENHOUSE_UID: settings.uid,
        GREENHOUSE_KEY_FILE: join(folder, "key"),
        GREENHOUSE_STORE: store,
        GREENHOUSE_CAPACITY: String(settings.capacity),
        GREENHOUSE_TIMEOUT: String(settings.timeoutMs / 1000),
        GREENHOUSE_RETRY_SECONDS: "0",
        CLOCK_FILE: clock,
        UPTIME_FILE: uptime,
        BOOT: settings.boot,
        ...settings.env,
      },
    });
    calls.add(script);
    const code = await script.ended;
    calls.delete(script);
    printed += script.output();
    const [summary, ...numbers] = SUMMARY.exec(script.output()) ?? [];
    if (summary === undefined) throw new Error(`The script ended: ${script.output()}`);
    const counts = readCounts(numbers.map(Number));
    total = add(total, counts);
    const { refused, overflowed, waiting } = counts;
    const areDropped = refused + overflowed > 0;
    expect(code).toBe(waiting > 0 ? 75 : areDropped ? 1 : 0);
    last = { ...total, waitMs: waiting === 0 ? null : untilMs() };
    return last;
  };
  const untilMs = (): number => {
    const [, , quietUntil] = existsSync(dirname(state)) ? textOf(state).split(" ") : [];
    const now = Math.floor(Date.now() / 1000) + Math.round(aheadMs / 1000);
    return Math.max(0, (Number(quietUntil ?? 0) - now) * 1000);
  };
  return {
    add: (values) =>
      call("send", ...Object.entries(values).map(([name, value]) => `${name}=${value}`)),
    poll: () => call("flush"),
    last: () => last && { ...last, waitMs: last.waitMs === null ? null : untilMs() },
    advance: (ms) => {
      advance(Math.ceil(ms / 1000) * 1000);
      return Promise.resolve();
    },
    sign: async (apiKey, body) => {
      const source = readFileSync(SCRIPT, "utf8");
      const functions = ["digest", "escape", "set_bytes", "prepare_key", "sign"].map(
        (name) => new RegExp(`^${name}\\(\\) \\{[^]*?^\\}`, "m").exec(source)?.[0],
      );
      const script = `${functions.join("\n")}\nkey=$1\nprepare_key "$key"\nsign "$2"`;
      const env = { ...process.env, LC_ALL: "C" };
      const shell = run("sh", ["-c", script, "sh", apiKey, body], { env });
      await shell.ended;
      return `sha256=${shell.output().trim()}`;
    },
    ask: () => Promise.reject(new Error("the shell client has no driver")),
    report: () => printed,
    kill: async () => {
      for (const { child, ended } of calls) {
        // Its children too.
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
        await ended;
      }
    },
    stop: () => {
      rmSync(folder, { recursive: true, force: true });
      return Promise.resolve();
    },
  };
}

/** Where the script keeps what belongs to one sensor. */
export function sensorFolder(store: string, uid: string): string {
  return join(store, createHash("sha256").update(uid).digest("hex"));
}

/** Puts a reading among those that wait, as an earlier call would. */
export function keepReading(
  folder: string,
  timestamp: number,
  temperature: number,
  boot = "x",
): void {
  mkdirSync(folder, { recursive: true });
  const reading = `{"timestamp":${timestamp},"temperature":${temperature}}\n`;
  writeFileSync(join(folder, `${timestamp}.1.${boot}.readings`), reading);
}

/** What the script keeps for its next call; empty where it has kept nothing. */
function textOf(link: string): string {
  const isThere = readdirSync(dirname(link)).includes(basename(link));
  return isThere ? readlinkSync(link) : "";
}

/**
 * Runs the script with commands of the test's: it asks `date` for seconds and nothing else, and `cat`, in one call, for
 * the system's start and the uptime.
 */
const WITH_CLOCK = `
date() {
  read -r ahead <"$CLOCK_FILE"
  echo $(($(command date +%s) + ahead))
}
cat() {
  if [ "\${1:-}" != /proc/sys/kernel/random/boot_id ]; then command cat "$@"; return; fi
  read -r up _ </proc/uptime
  read -r ahead <"$UPTIME_FILE"
  echo "$BOOT $((\${up%.*} + ahead)).\${up#*.} 0"
}
. "$0"
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
