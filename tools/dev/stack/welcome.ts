/** Writes the last lines of `npm start`: the addresses, and commands that can be pasted. */

import { DATA_VARIABLE } from "../../cli/src/core/running-stack.ts";
import { FARM_ID, FARM_KEY, PEOPLE, SENSORS } from "../demo/demo-farm.ts";
import { sensorKeys } from "../demo/demo.ts";
import type { Network } from "../processes/network.ts";
import { HOST } from "../processes/ports.ts";
import type { Ports } from "../processes/ports.ts";
import { NAMESPACE, PROJECT, REGION } from "./project.ts";
import { shown, usualFolder } from "../processes/running.ts";

/** The functions' URL, without `/sensorData` and `/reportIp`. */
export function functionsUrl({ functions }: Pick<Ports, "functions">, host: string = HOST): string {
  return `http://${host}:${functions}/${PROJECT}/${REGION}`;
}

export interface Welcome {
  readonly ports: Ports;
  readonly network: Network;
  /** A single key of the key-in-body variant, or two. */
  readonly secret: string;
  /** Whether demo boards send. */
  readonly hasDemo: boolean;
  /** The folder of data and accounts. */
  readonly folder: string;
  readonly platform: NodeJS.Platform;
}

export function welcomeText(welcome: Welcome): string {
  return `
${addressText(welcome)}

${welcome.hasDemo ? demoText(welcome) : FIRST_FARM}

\`npm start -- --help\` shows the options. Data and accounts stay after a stop;
to start afresh, delete ${shown(welcome.folder)}
${folderText(welcome.folder)}`;
}

/** The first farm of the README. */
const FIRST_FARM = `Make a farm with a sensor, and send its first reading:

npm run -s farm -- create acme --owner owner@example.com
npm run -s farm -- greenhouse add acme glasshouse
npm run -s farm -- sensor add acme north-1 --type SHT31 --greenhouse glasshouse
npm run -s farm -- reading send north-1 --temperature 21.5`;

function demoText({ ports, network, secret, platform }: Welcome): string {
  const base = functionsUrl(ports, network.local);
  const keyed = JSON.stringify({ uid: uidOf("key-in-body"), apiKey: sensorKeys(secret)[0] });
  return `Each board of the demo farm sends every two minutes. If you send a reading for a
board, it pauses for five minutes. \`npm start -- --no-demo\` starts no boards.

A vent of the greenhouse Tomatoes is open: within three minutes the cold air
raises an alert. To get its message in the inbox, first switch e-mail on: on the
page, under Alerts.

Send a signed reading:

${signedCommand(`${base}/sensorData`, platform)}

Send a reading with the key in the body (quantities other than temperature,
humidity and light need a signed request):

${curl(`${base}/sensorData`, keyed.slice(1, -1), '"temperature":21.5,"humidity":60')}

Report the gateway's address:

${curl(`${base}/reportIp`, `"farmId":"${FARM_ID}","apiKey":"${FARM_KEY}"`, '"ip":"192.168.1.20"')}`;
}

/** Other commands expect the stack's data in the usual folder, so a different one must be mentioned. */
function folderText(folder: string): string {
  if (folder === usualFolder()) return "";
  return `
Before \`npm run farm\` and \`npm run host\`:

export ${DATA_VARIABLE}='${folder}'
`;
}

function addressText({ ports, network }: Welcome): string {
  const { local } = network;
  const base = functionsUrl(ports, local);
  const people = PEOPLE.map(({ email, role }) => `${email} (${role})`).join(", ");
  return `  page       http://${local}:${ports.hosting}
  functions  ${base}/sensorData
             ${base}/reportIp
  database   http://${local}:${ports.database}/?ns=${NAMESPACE}
  auth       http://${local}:${ports.auth}
             ${people}
             password of both: ${PEOPLE[0].password}
  inbox      http://${HOST}:${ports.inbox} catches the farm's e-mail
${networkText(ports, network)}

Several boards at once: run \`npm run host\` too, and give them the address that it
prints. The functions above start a process for every request in flight.`;
}

function networkText(ports: Ports, { listen, others }: Network): string {
  if (listen === HOST) {
    return "\n`npm start -- --host 0.0.0.0` lets boards and phones in your network connect.";
  }
  const addresses = others.map(
    (address) =>
      `  phones     http://${address}:${ports.hosting}\n` +
      `  boards     ${functionsUrl(ports, address)}/sensorData\n`,
  );
  return `
${others.length === 0 ? "This machine has no network address." : "In the network:"}

${addresses.join("")}
Warning: everybody in the network can read and change everything, including
keys and accounts, because emulators do not check who asks. Use it only in a
network that you trust.`;
}

function uidOf(variant: "signed" | "key-in-body"): string {
  return SENSORS.find((sensor) => sensor.variant === variant)?.uid ?? "";
}

/** @param body the members of a JSON object, in lines that fit a terminal */
function curl(url: string, ...body: readonly string[]): string {
  return `curl -sS -w '\\n' ${url} \\
  -H 'Content-Type: application/json' \\
  -d '{${body.join(",\n       ")}}'`;
}

/** The shell reads the clock and computes the MD5 digest; the tool for that has another name on macOS. */
function signedCommand(url: string, platform: NodeJS.Platform): string {
  const uid = uidOf("signed");
  const digest = platform === "darwin" ? "md5 -q" : "md5sum | cut -c1-32";
  return `ts=$(date +%s); \\
sig=$(printf '%s' "${FARM_KEY}\${ts}${uid}" \\
  | ${digest}); \\
${curl(
  url,
  `"uid":"${uid}","timestamp":"'$ts'","signature":"'$sig'"`,
  '"temperature":21.5,"humidity":60,"battery":88',
)}`;
}
