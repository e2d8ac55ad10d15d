/**
 * `npm run host`: serves the built functions in one process, as Cloud Run does, against the database that `npm start`
 * or FIREBASE_DATABASE_EMULATOR_HOST names. PORT chooses another port than 5010; `--no-build` takes what is built.
 */

import { buildFunctions } from "./build-functions.ts";
import { demoSecret } from "./stack/demo.ts";
import { hostEnvironment, startHost } from "./stack/host.ts";
import { HOST } from "./stack/ports.ts";
import { runCommand } from "./stack/command.ts";
import { StackError } from "./stack/stack-error.ts";

await runCommand(async () => {
  if (!process.argv.includes("--no-build")) await buildFunctions();
  const databaseAddress = process.env["FIREBASE_DATABASE_EMULATOR_HOST"] ?? `${HOST}:9000`;
  const host = await startHost({
    port: readPort(process.env["PORT"] ?? "5010"),
    env: { SENSOR_API_KEY: demoSecret(), ...process.env, ...hostEnvironment(databaseAddress) },
    onLine: (line) => console.log(line),
  });
  console.log(`Process ${host.process.child.pid ?? "?"} serves the functions.`);
  console.log(`Ready\n\n  ${host.url}/sensorData\n  ${host.url}/reportIp\n`);
  console.log(`The database is at ${databaseAddress}. Ctrl-C stops.`);
  await host.process.ended;
  throw new StackError("The host ended by itself (output above).");
});

function readPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port <= 65_535) return port;
  throw new StackError(`PORT=${text} is no port: use a whole number from 1 to 65535.`);
}
