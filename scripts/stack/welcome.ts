/** What `npm start` ends with: where everything is, and lines that send a reading as they stand. */

import { FARM_ID, FARM_KEY, PEOPLE, SENSORS } from "./demo-data.ts";
import { HOST } from "./ports.ts";
import type { Ports } from "./ports.ts";
import { NAMESPACE, PROJECT, REGION } from "./project.ts";

export function functionsUrl({ functions }: Pick<Ports, "functions">): string {
  return `http://${HOST}:${functions}/${PROJECT}/${REGION}`;
}

export interface Welcome {
  readonly ports: Ports;
  /** The key of the key-in-body variant. */
  readonly secret: string;
  readonly platform: NodeJS.Platform;
}

export function welcomeText({ ports, secret, platform }: Welcome): string {
  const base = functionsUrl(ports);
  const people = PEOPLE.map(({ email, role }) => `${email} (${role})`).join(", ");
  return [
    "",
    "Ready",
    "",
    `  functions  ${base}/sensorData`,
    `             ${base}/reportIp`,
    `  database   http://${HOST}:${ports.database}/?ns=${NAMESPACE}`,
    `  auth       http://${HOST}:${ports.auth}   ${people}, password ${PEOPLE[0]?.password ?? ""}`,
    `  page       http://${HOST}:${ports.hosting}`,
    "",
    "Send a signed reading:",
    "",
    signedLine(`${base}/sensorData`, platform),
    "",
    "Send one with the key in the body:",
    "",
    post(`${base}/sensorData`, {
      uid: uidOf("key-in-body"),
      apiKey: secret,
      temperature: 21.5,
      humidity: 60,
    }),
    "",
    "Report the gateway's address:",
    "",
    post(`${base}/reportIp`, { farmId: FARM_ID, apiKey: FARM_KEY, ip: "192.168.1.20" }),
    "",
    "Ctrl-C stops everything. The data stays in .data/ (delete the folder to start afresh).",
  ].join("\n");
}

function uidOf(variant: "signed" | "key-in-body"): string {
  return SENSORS.find((sensor) => sensor.variant === variant)?.uid ?? "";
}

function post(url: string, body: object): string {
  return `curl -sS -w '\\n' ${url} -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
}

/** The shell takes the time and the MD5 digest; macOS calls its tool otherwise. */
function signedLine(url: string, platform: NodeJS.Platform): string {
  const uid = uidOf("signed");
  const digest = platform === "darwin" ? "md5 -q" : "md5sum | cut -c1-32";
  const body = `{"uid":"${uid}","timestamp":"'$ts'","signature":"'$sig'","temperature":21.5,"humidity":60,"battery":88}`;
  return (
    `ts=$(date +%s); sig=$(printf '%s' "${FARM_KEY}\${ts}${uid}" | ${digest}); ` +
    `curl -sS -w '\\n' ${url} -H 'Content-Type: application/json' -d '${body}'`
  );
}
