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

/** Returns the code of the answer to a connection: 0 if it is accepted. */
async function connectionCode(port: number, login?: readonly [string, string]): Promise<number> {
  const texts = ["test", ...(login ?? [])].map((text) =>
    Buffer.concat([Buffer.from([0, text.length]), Buffer.from(text)]),
  );
  const flags = login === undefined ? 2 : 0xc2;
  const head = Buffer.concat([
    Buffer.from([0, 4]),
    Buffer.from("MQTT"),
    Buffer.from([4, flags, 0, 60]),
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

testMosquitto(
  "Debian's Mosquitto starts with the documented file and asks for a login",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "mosquitto-"));
    const port = await freePort();
    const passwords = join(folder, "passwords");
    spawnSync("mosquitto_passwd", ["-b", "-c", passwords, "gateway", "secret"]);
    mkdirSync(join(folder, "conf.d"));
    writeFileSync(
      join(folder, "conf.d/greenhouse.conf"),
      documentedFile()
        .replace("listener 1883", `listener ${port}`)
        .replace("/etc/mosquitto/passwords", passwords),
    );
    writeFileSync(join(folder, "mosquitto.conf"), mainFile(folder));
    // Mosquitto started by root runs as its own user.
    chmodSync(folder, 0o777);
    chmodSync(passwords, 0o644);
    const broker = spawn("mosquitto", ["-c", join(folder, "mosquitto.conf")]);
    const ended = once(broker, "exit");
    try {
      const isOpen = (): Promise<boolean> =>
        connectionCode(port).then(
          () => true,
          () => false,
        );
      while (broker.exitCode === null && !(await isOpen()));
      expect(broker.exitCode).toBeNull();
      expect(await connectionCode(port)).toBe(5);
      expect(await connectionCode(port, ["gateway", "wrong"])).toBe(5);
      expect(await connectionCode(port, ["gateway", "secret"])).toBe(0);
    } finally {
      broker.kill();
      await ended;
      rmSync(folder, { recursive: true });
    }
  },
);
