/**
 * Reads where the command runs: the nearest firebase.json with its emulators, and the files beside
 * it.
 */

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { misused } from "./failure";
import { DATA_VARIABLE, dataFolder, findRunning } from "./running-stack";
import type { RunningStack } from "./running-stack";
import type { EmulatorPorts } from "./target";

export interface Environment {
  readonly ports: EmulatorPorts;
  /** The running `npm start` of the project's data folder. */
  readonly running: RunningStack | undefined;
  /**
   * Address of the emulators' farm page, from LOCAL_PAGE_URL, the running `npm start` or
   * firebase.json.
   */
  readonly pageUrl: string;
  /** The text of database.rules.json; undefined if the file does not exist. */
  readonly rules: string | undefined;
  /** The key of the key-in-body variant, from SENSOR_API_KEY. */
  readonly sensorKey: string | undefined;
  /** The emulators' key of the key-in-body variant. */
  readonly emulatedSensorKey: string | undefined;
  /**
   * Reads a parameter in functions/.env.<project> or else functions/.env, or in the jobs' files.
   */
  readonly readParameter: (
    name: string,
    projectId: string,
    codebase?: "functions" | "jobs",
  ) => string | undefined;
}

interface FirebaseJson {
  readonly emulators?: Readonly<Record<string, { readonly port?: number } | undefined>>;
  readonly database?: { readonly rules?: string };
}

/**
 * @param folder where the search for firebase.json begins; it goes on in the folders above
 * @throws CommandError (usage) if firebase.json is not JSON
 */
export function readEnvironment(folder: string, env: NodeJS.ProcessEnv): Environment {
  const { LOCAL_PAGE_URL: pageUrl, SENSOR_API_KEY: sensorKeys = "" } = env;
  const found = readProject(folder, env);
  return { ...found, pageUrl: pageUrl ?? found.pageUrl, sensorKey: firstKey(sensorKeys) };
}

function readProject(folder: string, env: NodeJS.ProcessEnv): Omit<Environment, "sensorKey"> {
  const file = findUpwards("firebase.json", folder);
  if (file === undefined) {
    const running = env[DATA_VARIABLE] ? findRunning(dataFolder(folder, env)) : undefined;
    return { ...EMPTY, running, pageUrl: running?.pageUrl ?? EMPTY.pageUrl };
  }
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
  const running = findRunning(dataFolder(path.dirname(file), env));
  return {
    ports,
    running,
    pageUrl: running?.pageUrl ?? localPage(emulators["hosting"]?.port),
    rules: database?.rules === undefined ? undefined : beside(database.rules),
    readParameter: (name, projectId, codebase = "functions") =>
      [`.env.${projectId}`, ".env"]
        .map((env) => parameterIn(beside(`${codebase}/${env}`) ?? "", name))
        .find((value) => value !== undefined),
    emulatedSensorKey: firstKey(/^SENSOR_API_KEY=(.*)$/m.exec(secrets)?.[1] ?? ""),
  };
}

/**
 * Returns the user's working folder: npm runs scripts in the package's folder, and passes the
 * user's in INIT_CWD.
 */
export function callersFolder(env: NodeJS.ProcessEnv, folder: string): string {
  const { npm_lifecycle_event: script, INIT_CWD: caller } = env;
  return script === "farm" && caller !== undefined && caller !== "" ? caller : folder;
}

function localPage(port = 5000): string {
  return `http://127.0.0.1:${port}`;
}

const EMPTY: ReturnType<typeof readProject> = {
  ports: {},
  running: undefined,
  pageUrl: localPage(),
  rules: undefined,
  emulatedSensorKey: undefined,
  readParameter: () => undefined,
};

/** Returns the value of `NAME=value`, without quotes around it. */
export function parameterIn(text: string, name: string): string | undefined {
  const lines = text.split("\n").map((line) => line.trim());
  const value = lines.findLast((line) => line.startsWith(`${name}=`))?.slice(name.length + 1);
  return value?.trim().replace(/^(["'])(.*)\1$/, "$2");
}

/** Returns the first, newer key. The secret may hold two keys, separated by a comma or a space. */
export function firstKey(secret: string): string | undefined {
  return secret.split(/[\s,]+/).find((key) => key !== "");
}

function parseFirebaseJson(file: string): FirebaseJson {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as FirebaseJson;
  } catch (error) {
    throw misused(`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function findUpwards(name: string, folder: string): string | undefined {
  const file = path.join(folder, name);
  if (existsSync(file)) return file;
  const above = path.dirname(folder);
  return above === folder ? undefined : findUpwards(name, above);
}
