/** The questions of parity/ that the hosted database has answered, as others have recorded. */

import { runCommand } from "../../parity/command.ts";
import { freePort } from "../../testing/free-port";
import { TestEmulator } from "../../testing/emulator";

it("answers like the hosted database, except for three intended differences", async () => {
  const functionsEmulator = { host: "127.0.0.1", port: await freePort() };
  const emulator = new TestEmulator({ functionsEmulator });
  await emulator.start();
  const host = `${emulator.host}:${emulator.port}`;
  const port = String(functionsEmulator.port);
  const options = ["--hosted", "--host", host, "--functions-port", port];
  const { lines } = await runCommand(["check", ...options]);
  await emulator.stop();
  // Recordings, answers, equal answers, intended differences, errors.
  expect(lines.join("\n")).toMatch(/\nall +85 +367 +364 +3 +0$/);
});
