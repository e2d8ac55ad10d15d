/** The shell client on systems that lack something: commands, a right clock, a home, open streams, a clean key. */

import { createHmac } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "../../../scripts/stack/processes";
import { ROOT } from "../../support/backend/addresses";
import { SCRIPT } from "../../support/devices/shell-device";
import { ONE_SHELL, SHELLS, summary, useShells } from "../../support/devices/shells";
import type { Call, ShellSensor, ShellTrial } from "../../support/devices/shells";

/** What the README says that the script needs of every system. */
const README = readFileSync(join(ROOT, "devices/shell/README.md"), "utf8");
const NEEDED = (/^- `(cat [a-z ]+)`/m.exec(README)?.[1] ?? "").split(" ");

/** A `date` that shows so many seconds since 1970 now. */
function clockAt(seconds: number): string {
  const ahead = seconds - Math.floor(Date.now() / 1000);
  return `#!/bin/sh\nPATH=\${PATH#*:}\necho $(($(date +%s) + ${ahead}))\n`;
}

const testShells = useShells();
const stored = { code: 0, output: summary({ stored: 1 }) };
const SYSTEM_PATH = (process.env["PATH"] ?? "").split(delimiter);

function listed(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // PATH may name what is not there.
  }
}

/** A folder for PATH that has these commands of the system alone. */
function only({ folder }: ShellTrial, ...commands: readonly string[]): string {
  const only = mkdtempSync(join(folder, "commands-"));
  for (const command of commands) {
    const home = SYSTEM_PATH.find((each) => listed(each).includes(command));
    if (home === undefined) throw new Error(`this system has no ${command}`);
    symlinkSync(join(home, command), join(only, command));
  }
  return only;
}

/** Runs the shell by its whole path: it may not be in the PATH of the call. */
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

testShells("needs no command that the README does not name", SHELLS, async (trial) => {
  expect(NEEDED.length).toBeGreaterThan(10);
  const CALL_PATH = only(trial, ...NEEDED, "curl", "sha256sum");
  expect(await sendWith(trial, { CALL_PATH })).toMatchObject(stored);
});

testShells("signs with each command for SHA-256", SHELLS, async (trial) => {
  for (const command of ["sha256sum", "shasum", "openssl"]) {
    if (!SYSTEM_PATH.some((folder) => listed(folder).includes(command))) continue;
    // shasum is a script in Perl.
    const others = command === "shasum" ? ["perl"] : [];
    const CALL_PATH = only(trial, ...NEEDED, "curl", command, ...others);
    expect([command, await sendWith(trial, { CALL_PATH })]).toMatchObject([command, stored]);
  }
});

testShells("signs with a key of any characters and length", SHELLS, async (trial) => {
  const { folder, server, addSensor } = trial;
  for (const key of [
    "k",
    'it\'s 100 % "\\n" $HOME `ls` *',
    "Schlüssel-ключ-🌱",
    "7".repeat(64),
    "k".repeat(65),
  ]) {
    const sensor = await addSensor();
    writeFileSync(join(folder, "key"), key);
    await sensor.send("temperature=20");
    const { text = "", signature } = server.requests.at(-1) ?? {};
    expect(signature).toBe(`sha256=${createHmac("sha256", key).update(text).digest("hex")}`);
  }
});

testShells(
  "gives a reading its time where that is its page's already",
  SHELLS,
  async ({ folder, addSensor }) => {
    const sensor = await addSensor();
    // Clock and uptime stand still: what the backend says of the time is what the clock said.
    const commands = mkdtempSync(join(folder, "still-"));
    const uptime = `case $1 in /proc/*) echo 'boot 100.00 0'; exit ;; esac`;
    for (const [command, code] of [
      ["date", `echo ${Math.floor(Date.now() / 1000)}`],
      ["cat", `${uptime}\nPATH=\${PATH#*:}\nexec cat "$@"`],
    ] as const) {
      writeFileSync(join(commands, command), `#!/bin/sh\n${code}\n`, { mode: 0o755 });
    }
    const PATH = `${commands}:${process.env["PATH"] ?? ""}`;
    expect(await sensor.sendWith({ PATH })).toEqual(stored);
    expect(await sensor.entries()).toHaveLength(1);
  },
);

testShells("shows its key in no list of processes", ONE_SHELL, async ({ folder, addSensor }) => {
  const sensor = await addSensor();
  // Each command that it starts says with what.
  const commands = mkdtempSync(join(folder, "spies-"));
  const started = join(folder, "started");
  writeFileSync(started, "");
  for (const command of [...NEEDED, "curl", "sha256sum"]) {
    const spy = `#!/bin/sh\nPATH=\${PATH#*:}\nprintf '%s\\n' "$0 $*" >>'${started}'\nexec ${command} "$@"\n`;
    writeFileSync(join(commands, command), spy, { mode: 0o755 });
  }
  const PATH = `${commands}:${process.env["PATH"] ?? ""}`;
  expect(await sensor.sendWith({ PATH })).toEqual(stored);
  const lines = readFileSync(started, "utf8");
  expect(lines).toContain("sha256sum");
  expect(lines).not.toContain(sensor.farm.apiKey);
  expect(lines).not.toContain(Buffer.from(sensor.farm.apiKey).toString("hex"));
});

testShells("says which command is missing", ONE_SHELL, async (trial) => {
  for (const [others, says] of [
    [["sha256sum"], "curl is not installed"],
    [["curl"], "none of sha256sum, shasum and openssl is installed"],
  ] as const) {
    const { code, output } = await sendWith(trial, {
      CALL_PATH: only(trial, ...NEEDED, ...others),
    });
    expect(output).toBe(`greenhouse: ${says}\n`);
    expect(code).toBe(69);
  }
});

testShells("says that the clock does not work", ONE_SHELL, async (trial) => {
  const others = NEEDED.filter((each) => each !== "date");
  const CALL_PATH = only(trial, ...others, "curl", "sha256sum");
  writeFileSync(join(CALL_PATH, "date"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  const { code, output } = await sendWith(trial, { CALL_PATH });
  expect(output).toBe("greenhouse: date +%s gives no number: the time is not known\n");
  expect(code).toBe(69);
});

for (const [name, seconds] of [
  ["long before 1970", -2_000_000_000],
  ["that passes 1970", -1],
] as const) {
  testShells(
    `stores a reading once with a clock ${name}`,
    SHELLS,
    async ({ folder, server, addSensor }) => {
      const commands = mkdtempSync(join(folder, "clock-"));
      writeFileSync(join(commands, "date"), clockAt(seconds), { mode: 0o755 });
      const PATH = `${commands}:${process.env["PATH"] ?? ""}`;
      server.plan("lost answer");
      const sensor = await addSensor();
      const running = sensor.start(["send", "temperature=20"], {
        PATH,
        GREENHOUSE_RETRY_SECONDS: "30",
      });
      expect(await running.ended).toBe(0);
      expect(running.output()).toContain("corrected by the backend's");
      expect(running.output()).toContain(summary({ stored: 1 }));
      expect(await sensor.temperatures()).toEqual([20]);
      const [{ updatedAt } = {}] = await sensor.entries();
      expect(Math.abs(Number(updatedAt) - Date.now())).toBeLessThan(60_000);
    },
  );
}

testShells(
  "takes a key with blanks, line ends or a byte order mark around it",
  SHELLS,
  async ({ folder, addSensor }) => {
    const sensor = await addSensor();
    const key = sensor.farm.apiKey;
    for (const text of [`${key}\r\n`, `\n ${key} \r\n\r\n`, `\uFEFF${key}\r\n`]) {
      writeFileSync(join(folder, "key"), text);
      expect(await sensor.send("temperature=20")).toEqual(stored);
    }
  },
);

testShells(
  "says what is wrong with the key's file",
  SHELLS,
  async ({ folder, server, addSensor }) => {
    const sensor = await addSensor();
    for (const [content, says] of [
      ["\r\n", "the key's file is empty"],
      ["one\ntwo\n", "the key's file must hold the key alone"],
    ] as const) {
      writeFileSync(join(folder, "key"), content);
      const { code, output } = await sensor.send("temperature=20");
      expect(output).toContain(`greenhouse: ${says}`);
      expect(code).toBe(66);
    }
    expect(server.requests).toEqual([]);
  },
);

testShells("stores a reading with streams that are closed or full", SHELLS, async (trial) => {
  for (const redirections of ["<&-", ">&-", "2>&-", "<&- >&- 2>&-", ">/dev/full", "2>/dev/full"]) {
    const { code, sensor } = await sendWith(trial, {}, redirections);
    expect([redirections, code]).toEqual([redirections, 0]);
    expect(await sensor.temperatures()).toEqual([20]);
  }
});

testShells("says which setting is wrong", ONE_SHELL, async ({ addSensor }) => {
  const sensor = await addSensor();
  for (const [name, value, says] of [
    ["GREENHOUSE_URL", "", /^GREENHOUSE_URL is not set$/],
    ["GREENHOUSE_UID", "", /^GREENHOUSE_UID is not set$/],
    ["GREENHOUSE_KEY_FILE", "", /^GREENHOUSE_KEY_FILE is not set$/],
    ["HOME", "", /^neither GREENHOUSE_STORE nor HOME is set$/],
    ["GREENHOUSE_CAPACITY", "many", /^a setting is .*: many$/],
    ["GREENHOUSE_RETRY_SECONDS", "040", /^a setting is .*: 040$/],
    ["GREENHOUSE_TIMEOUT", "-1", /^a setting is .*: -1$/],
  ] as const) {
    const { code, output } = await sensor.sendWith({ [name]: value });
    expect([name, code]).toEqual([name, 64]);
    expect(output).toMatch(/^greenhouse: .*\n$/);
    expect(output.slice("greenhouse: ".length).trimEnd()).toMatch(says);
  }
});
