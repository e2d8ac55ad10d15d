/** The shell client on systems that lack something: commands, a right clock, a home, open streams, a clean key. */

import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "../../../scripts/stack/processes";
import { ROOT } from "../../support/backend/addresses";
import { useHost } from "../../support/backend/targets";
import { SCRIPT, SHELLS, summary } from "../../support/devices/shell-call";
import { MISSING, useShellTrial } from "../../support/devices/shell-sensor";

/** What the README says that the script needs of every system. */
const README = readFileSync(join(ROOT, "devices/shell/README.md"), "utf8");
const NEEDED = (/^- `(cat [a-z ]+)`/m.exec(README)?.[1] ?? "").split(" ");

/** A `date` that shows so many seconds since 1970 now. */
function clockAt(seconds: number): string {
  const ahead = seconds - Math.floor(Date.now() / 1000);
  return `#!/bin/sh\nPATH=\${PATH#*:}\necho $(($(date +%s) + ${ahead}))\n`;
}

const target = useHost();

describe.each(SHELLS)("the shell client in $name", (shell) => {
  if (MISSING !== undefined) {
    test.skip(`cannot be tried: ${MISSING}`, () => undefined); // Needs what this machine does not have.
    return;
  }
  const trial = useShellTrial(() => target().url);
  const stored = { code: 0, output: summary({ stored: 1 }) };

  /** A folder for PATH that has these commands of the system alone. */
  function only(commands: readonly string[]): string {
    const folder = join(trial.folder(), "commands");
    mkdirSync(folder);
    const path = (process.env["PATH"] ?? "").split(delimiter);
    for (const command of commands) {
      const home = path.find((each) => listed(each).includes(command));
      if (home === undefined) throw new Error(`this system has no ${command}`);
      symlinkSync(join(home, command), join(folder, command));
    }
    return folder;
  }

  function listed(folder: string): readonly string[] {
    try {
      return readdirSync(folder);
    } catch {
      return []; // PATH may name what is not there.
    }
  }

  /** Runs the shell by its whole path: it may not be in the PATH of the call. */
  async function sendWith(env: Readonly<Record<string, string>>, redirections = "") {
    const sensor = await trial.addSensor(shell);
    const program = `$(command -v ${shell.command[0] ?? ""}) ${shell.command.slice(1).join(" ")}`;
    const line = `shell="${program}"; PATH=$CALL_PATH; exec $shell ${SCRIPT} send temperature=20 ${redirections}`;
    const running = run("sh", ["-c", line], {
      env: { ...sensor.env, CALL_PATH: sensor.env["PATH"] ?? "", ...env },
    });
    return { code: await running.ended, output: running.output(), sensor };
  }

  test("needs no command that the README does not name", async () => {
    expect(NEEDED.length).toBeGreaterThan(10);
    const CALL_PATH = only([...NEEDED, "curl", "md5sum"]);
    expect(await sendWith({ CALL_PATH })).toMatchObject(stored);
    const [request, ...more] = trial.server().requests;
    expect(request?.idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
    expect(more).toEqual([]);
  });

  test.each([
    ["curl", ["md5sum"], "curl is not installed"],
    ["a digest", ["curl"], "none of md5sum, md5 and openssl is installed"],
  ])("says that %s is missing", async (_, others, says) => {
    const { code, output } = await sendWith({ CALL_PATH: only([...NEEDED, ...others]) });
    expect(output).toBe(`greenhouse: ${says}\n`);
    expect(code).toBe(69);
  });

  test.each([
    ["dd", "there are no random numbers: /dev/urandom cannot be read"],
    ["date", "date +%s gives no number: the time is not known"],
  ])("says what is wrong when %s does not work", async (command, says) => {
    const CALL_PATH = only([...NEEDED.filter((each) => each !== command), "curl", "md5sum"]);
    writeFileSync(join(CALL_PATH, command), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    const { code, output } = await sendWith({ CALL_PATH });
    expect(output).toBe(`greenhouse: ${says}\n`);
    expect(code).toBe(69);
  });

  test.each([
    ["long before 1970", -2_000_000_000],
    ["that passes 1970", -1],
  ])("stores a reading once with a clock %s", async (_, seconds) => {
    const commands = join(trial.folder(), "clock");
    mkdirSync(commands);
    writeFileSync(join(commands, "date"), clockAt(seconds), { mode: 0o755 });
    const PATH = `${commands}:${process.env["PATH"] ?? ""}`;
    trial.server().plan("lost answer");
    const sensor = await trial.addSensor(shell);
    const running = sensor.start(["send", "temperature=20"], { PATH, GREENHOUSE_PATIENCE: "30" });
    expect(await running.ended).toBe(0);
    expect(running.output()).toContain("corrected by the backend's");
    expect(running.output()).toContain(summary({ stored: 1 }));
    expect(await sensor.temperatures()).toEqual([20]);
    const [{ updatedAt } = {}] = await sensor.entries();
    expect(Math.abs(Number(updatedAt) - Date.now())).toBeLessThan(60_000);
  });

  test.each([
    ["a carriage return", (key: string) => `${key}\r\n`],
    ["empty lines and blanks around it", (key: string) => `\n ${key} \r\n\r\n`],
    ["a byte order mark", (key: string) => `\uFEFF${key}\r\n`],
  ])("takes a key with %s", async (_, write) => {
    const sensor = await trial.addSensor(shell);
    writeFileSync(join(trial.folder(), "key"), write(sensor.farm.apiKey));
    expect(await sensor.send("temperature=20")).toEqual(stored);
  });

  test.each([
    ["is empty", "\r\n", "the key's file is empty"],
    ["has two lines", "one\ntwo\n", "the key's file must hold the key alone"],
  ])("says that the key's file %s", async (_, content, says) => {
    const sensor = await trial.addSensor(shell);
    writeFileSync(join(trial.folder(), "key"), content);
    const { code, output } = await sensor.send("temperature=20");
    expect(output).toContain(`greenhouse: ${says}`);
    expect(code).toBe(66);
    expect(trial.server().requests).toEqual([]);
  });

  test.each(["<&-", ">&-", "2>&-", "<&- >&- 2>&-", ">/dev/full", "2>/dev/full"])(
    "stores a reading with %s",
    async (redirections) => {
      const { code, sensor } = await sendWith({}, redirections);
      expect(code).toBe(0);
      expect(await sensor.temperatures()).toEqual([20]);
    },
  );

  test.each([
    ["GREENHOUSE_URL", "GREENHOUSE_URL is not set"],
    ["GREENHOUSE_UID", "GREENHOUSE_UID is not set"],
    ["GREENHOUSE_KEY_FILE", "GREENHOUSE_KEY_FILE is not set"],
    ["HOME", "neither GREENHOUSE_SPOOL nor HOME is set"],
  ])("says that %s is missing", async (name, says) => {
    const sensor = await trial.addSensor(shell);
    const running = sensor.start(["send", "temperature=20"], { [name]: "" });
    expect(await running.ended).toBe(64);
    expect(running.output()).toBe(`greenhouse: ${says}\n`);
  });

  test.each([
    ["GREENHOUSE_CAPACITY", "many"],
    ["GREENHOUSE_PATIENCE", "040"],
    ["GREENHOUSE_TIMEOUT", "-1"],
  ])("refuses %s=%s", async (name, value) => {
    const sensor = await trial.addSensor(shell);
    const running = sensor.start(["send", "temperature=20"], { [name]: value });
    expect(await running.ended).toBe(64);
    expect(running.output()).toMatch(new RegExp(`^greenhouse: a setting is .*: ${value}\n$`));
  });
});
