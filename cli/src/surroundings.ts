/** What lies around the command: the emulators of the nearest firebase.json, and what belongs beside it. */

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { misused } from "./failure";
import { dataFolder, findRunning } from "./running-stack";
import type { RunningStack } from "./running-stack";
import type { EmulatorPorts } from "./target";

export interface Surroundings {
  readonly ports: EmulatorPorts;
  /** The `npm start` that runs, of the project's data folder. */
  readonly running: RunningStack | undefined;
  /** The rules as they are shipped; undefined where they are not at hand. */
  readonly rules: string | undefined;
  /** The emulators' key of the key-in-body variant. */
  readonly emulatedSensorKey: string | undefined;
  /** What functions/.env says of a parameter, and .env.<project>, which wins. */
  readonly readParameter: (name: string, projectId: string) => string | undefined;
}

interface FirebaseJson {
  readonly emulators?: Readonly<Record<string, { readonly port?: number } | undefined>>;
  readonly database?: { readonly rules?: string };
}

/**
 * @param folder where to begin; the folders above are searched too
 * @throws CommandError (usage) where the file that is found is no JSON
 */
export function readSurroundings(folder: string): Surroundings {
  const file = findUpwards("firebase.json", folder);
  if (file === undefined) return NOTHING;
  const { emulators = {}, database } = parseFirebaseJson(file);
  const ports = Object.fromEntries(
    Object.entries(emulators).flatMap(([name, emulator]) =>
      typeof emulator?.port === "number" ? [[name, emulator.port]] : [],
    ),
  );
  const beside = (name: string): string | undefined => {
    const neighbour = path.join(path.dirname(file), name);
    return existsSync(neighbour) ? readFileSync(neighbour, "utf8") : undefined;
  };
  const secrets = beside("functions/.secret.local") ?? "";
  return {
    ports,
    running: findRunning(dataFolder(path.dirname(file), process.env)),
    rules: database?.rules === undefined ? undefined : beside(database.rules),
    readParameter: (name, projectId) =>
      [`.env.${projectId}`, ".env"]
        .map((env) => parameterIn(beside(`functions/${env}`) ?? "", name))
        .find((value) => value !== undefined),
    emulatedSensorKey: firstKey(/^SENSOR_API_KEY=(.*)$/m.exec(secrets)?.[1] ?? ""),
  };
}

/** Where the user stands: npm runs its scripts in the folder of the package, and says where it was called. */
export function callersFolder(env: NodeJS.ProcessEnv, folder: string): string {
  const { npm_lifecycle_event: script, INIT_CWD: caller } = env;
  return script === "farm" && caller !== undefined && caller !== "" ? caller : folder;
}

const NOTHING: Surroundings = {
  ...{ ports: {}, running: undefined, rules: undefined, emulatedSensorKey: undefined },
  readParameter: () => undefined,
};

/** The value of `NAME=value`, without the quotes that may stand around it. */
export function parameterIn(text: string, name: string): string | undefined {
  const lines = text.split("\n").map((line) => line.trim());
  const value = lines.findLast((line) => line.startsWith(`${name}=`))?.slice(name.length + 1);
  return value?.trim().replace(/^(["'])(.*)\1$/, "$2");
}

/** The secret may hold two keys, separated by a comma or a space: the first is the newer one. */
export function firstKey(secret: string): string | undefined {
  return secret.split(/[\s,]+/).find((key) => key !== "");
}

function parseFirebaseJson(file: string): FirebaseJson {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as FirebaseJson;
  } catch (error) {
    throw misused(`${file} is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function findUpwards(name: string, folder: string): string | undefined {
  const file = path.join(folder, name);
  if (existsSync(file)) return file;
  const above = path.dirname(folder);
  return above === folder ? undefined : findUpwards(name, above);
}
