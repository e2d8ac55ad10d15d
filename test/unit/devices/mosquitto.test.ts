/** The documented settings for Mosquitto, together with the main file of Debian's package. */

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "rtdb-emulator/testing/free-port";
import { fromRoot } from "../../../tools/dev/stack/project";

/** The directives of /etc/mosquitto/mosquitto.conf in the package of Debian and Raspberry Pi OS. */
const mainFile = (folder: string): string => `
pid_file ${folder}/mosquitto.pid
persistence true
persistence_location ${folder}/
log_dest file ${folder}/mosquitto.log
include_dir ${folder}/conf.d
`;

/** Returns the file of docs/integrations.md for /etc/mosquitto/conf.d/. */
function documentedFile(): string {
  const text = readFileSync(fromRoot("docs/integrations.md"), "utf8");
  return /conf\.d\/greenhouse\.conf`:\n\n```\n(.*?)```/s.exec(text)?.[1] ?? "";
}

function directivesOf(file: string): readonly string[] {
  return file
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split(" ")[0] ?? "");
}

test("the documented file repeats no directive of Debian's file", () => {
  const directives = directivesOf(documentedFile());
  expect(directives).toContain("listener");
  const all = [...directives, ...directivesOf(mainFile("/x"))];
  expect(all).toEqual([...new Set(all)]);
});

/** Returns the code of the answer to a connection: 0 if it is accepted. */
async function connectionCode(port: number, login?: readonly [string, string]): Promise<number> {
  const texts = ["test", ...(login ?? [])].map((text) =>
    Buffer.concat([Buffer.from([0, text.length]), Buffer.from(text)]),
  );
  const head = Buffer.from([
    0,
    4,
    0x4d,
    0x51,
    0x54,
    0x54,
    4,
    login === undefined ? 2 : 0xc2,
    0,
    60,
  ]);
  const body = Buffer.concat([head, ...texts]);
  const socket = connect(port, "127.0.0.1");
  socket.write(Buffer.concat([Buffer.from([0x10, body.length]), body]));
  const [answer] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  return answer[3] ?? -1;
}

const hasMosquitto =
  spawnSync("mosquitto", ["-h"]).error === undefined &&
  spawnSync("mosquitto_passwd", ["--help"]).error === undefined;
const testMosquitto = hasMosquitto ? test : test.skip; // Debian's package mosquitto is not installed.

/** Starts Mosquitto with Debian's main file, another file, and the user "gateway". */
async function withBroker(
  file: string,
  scenario: (port: number) => Promise<void> | void,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "mosquitto-"));
  const port = await freePort();
  const passwords = join(folder, "passwords");
  spawnSync("mosquitto_passwd", ["-b", "-c", passwords, "gateway", "secret"]);
  mkdirSync(join(folder, "conf.d"));
  writeFileSync(
    join(folder, "conf.d/greenhouse.conf"),
    file
      .replace("listener 1883", `listener ${port}`)
      .replace("/etc/mosquitto/passwords", passwords),
  );
  writeFileSync(join(folder, "mosquitto.conf"), mainFile(folder));
  // Mosquitto started by root runs as its own user.
  chmodSync(folder, 0o777);
  chmodSync(passwords, 0o644);
  const broker = spawn("mosquitto", ["-v", "-c", join(folder, "mosquitto.conf")]);
  const ended = once(broker, "exit");
  try {
    const isOpen = async (): Promise<boolean> =>
      connectionCode(port).then(
        () => true,
        () => false,
      );
    while (broker.exitCode === null && !(await isOpen()));
    expect(broker.exitCode).toBeNull();
    await scenario(port);
  } finally {
    broker.kill();
    await ended;
    rmSync(folder, { recursive: true });
  }
}

testMosquitto("Debian's Mosquitto starts with the documented file and asks for a login", () =>
  withBroker(documentedFile(), async (port) => {
    expect(await connectionCode(port)).toBe(5);
    expect(await connectionCode(port, ["gateway", "wrong"])).toBe(5);
    expect(await connectionCode(port, ["gateway", "secret"])).toBe(0);
  }),
);

/** Returns the document's line for messages of QoS 0. */
function furtherLine(): string {
  const text = readFileSync(fromRoot("docs/integrations.md"), "utf8");
  return /```\n(queue_qos0_messages .*\n)```/.exec(text)?.[1] ?? "";
}

const hasClients = hasMosquitto && spawnSync("mosquitto_sub", ["--help"]).error === undefined;
const testClients = hasClients ? test : test.skip; // Debian's package mosquitto-clients is not installed.

testClients.each([
  ["", ""],
  [furtherLine(), "21.5\n"],
])("keeps a message of QoS 0 for an absent gateway only with the extra line: %j", (line, kept) =>
  withBroker(documentedFile() + line, (port) => {
    const run = (command: string, ...options: readonly string[]): string => {
      const login = ["-h", "127.0.0.1", "-p", String(port), "-u", "gateway", "-P", "secret"];
      return spawnSync(command, [...login, ...options], { encoding: "utf8" }).stdout;
    };
    const listen = ["-i", "away", "-c", "-q", "1", "-t", "a/#"];
    run("mosquitto_sub", ...listen, "-E");
    run("mosquitto_pub", "-t", "a/b", "-m", "21.5");
    expect(run("mosquitto_sub", ...listen, "-C", "1", "-W", "1")).toBe(kept);
  }),
);
