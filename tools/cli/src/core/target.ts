/**
 * Chooses the emulators or project that a command works on: the emulators, unless `--project` is
 * given. Nothing else selects a real project: no environment variable and no credential. Pure.
 */

import { DATA_VARIABLE } from "./running-stack";
import type { RunningStack } from "./running-stack";

/** The emulators' project. A real project cannot have this id. */
export const EMULATED_PROJECT = "demo-farm";
const DEFAULT_REGION = "us-central1";

interface EmulatorTarget {
  readonly kind: "emulators";
  readonly projectId: string;
  /** With the namespace: `http://127.0.0.1:9000?ns=…`. */
  readonly databaseUrl: string;
  /** `host:port` */
  readonly databaseAddress: string;
  /** The address before `/sensorData` and `/reportIp`. */
  readonly functionsUrl: string;
  /** `host:port` of the emulator of Firebase Authentication. */
  readonly authAddress: string;
}

interface ProjectTarget {
  readonly kind: "project";
  readonly projectId: string;
  readonly databaseUrl: string;
  readonly functionsUrl: string;
}

export type Target = EmulatorTarget | ProjectTarget;

export interface TargetOptions {
  readonly project?: string;
  readonly region?: string;
  readonly databaseUrl?: string;
  readonly functionsUrl?: string;
}

/** The emulators' ports in firebase.json. */
export type EmulatorPorts = Readonly<Partial<Record<"functions" | "database" | "auth", number>>>;

/** Where the emulators listen. */
export type EmulatorAddresses = Pick<
  RunningStack,
  "functionsUrl" | "databaseAddress" | "authAddress"
>;

export type Resolution =
  | { readonly ok: true; readonly target: Target }
  | { readonly ok: false; readonly problem: string; readonly hint: string };

type Environment = Readonly<Record<string, string | undefined>>;

const PORTS = { functions: 5001, database: 9000, auth: 9099 } as const;

/** The regions of databases besides us-central1. */
const DATABASE_REGIONS = ["europe-west1", "asia-southeast1"];
const DATABASE_HOST = /^[a-z0-9-]+(?:\.firebaseio\.com|\.[a-z0-9-]+\.firebasedatabase\.app)$/;
const REAL_HOST =
  /(?:^|\.)(?:firebaseio\.com|firebasedatabase\.app|cloudfunctions\.net|run\.app)$/i;
const PROJECT_ID = /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/;

/**
 * Resolves the target. The environment wins over the running stack, and the stack over the ports.
 */
export function resolveTarget(
  options: TargetOptions,
  env: Environment,
  ports: EmulatorPorts,
  running?: EmulatorAddresses,
): Resolution {
  return options.project === undefined
    ? resolveEmulators(options, env, running, ports)
    : resolveProject(options.project, options);
}

function resolveProject(projectId: string, options: TargetOptions): Resolution {
  if (projectId.startsWith("demo-")) {
    return refuse(
      `"${projectId}" is not a real project: ids that begin with demo- exist only on emulators.`,
      "Omit --project to work on the emulators.",
    );
  }
  if (!PROJECT_ID.test(projectId)) {
    return refuse(
      `"${projectId}" is not a project id.`,
      "A project id has 6 to 30 lower-case letters, digits and hyphens.",
    );
  }
  const { region = DEFAULT_REGION } = options;
  if (!/^[a-z]+-[a-z]+[0-9]+$/.test(region)) {
    return refuse(
      `"${region}" is not a region.`,
      "Use the name as in FUNCTIONS_REGION, such as us-central1.",
    );
  }
  const databaseUrl = options.databaseUrl ?? databaseUrlOf(projectId, region);
  const functionsUrl = options.functionsUrl ?? `https://${region}-${projectId}.cloudfunctions.net`;
  const database = parseUrl(databaseUrl);
  if (database?.protocol !== "https:" || !DATABASE_HOST.test(database.hostname)) {
    return refuse(
      `${databaseUrl} is not the address of a database.`,
      "The console shows it above the data: https://….firebaseio.com or https://….firebasedatabase.app.",
    );
  }
  if (parseUrl(functionsUrl)?.protocol !== "https:") {
    return refuse(
      `${functionsUrl} is not an https address.`,
      "Use the address that the deployment printed.",
    );
  }
  return {
    ok: true,
    target: {
      kind: "project",
      projectId,
      databaseUrl: database.origin,
      functionsUrl: withoutSlash(functionsUrl),
    },
  };
}

function databaseUrlOf(projectId: string, region: string): string {
  return DATABASE_REGIONS.includes(region)
    ? `https://${projectId}-default-rtdb.${region}.firebasedatabase.app`
    : `https://${projectId}-default-rtdb.firebaseio.com`;
}

/** Returns the emulators' addresses from firebase.json or its defaults. */
function configured({ database, auth, functions }: EmulatorPorts): EmulatorAddresses {
  return {
    databaseAddress: local(database ?? PORTS.database),
    authAddress: local(auth ?? PORTS.auth),
    functionsUrl: `http://${local(functions ?? PORTS.functions)}/${EMULATED_PROJECT}/${DEFAULT_REGION}`,
  };
}

function resolveEmulators(
  options: TargetOptions,
  env: Environment,
  running: EmulatorAddresses | undefined,
  ports: EmulatorPorts,
): Resolution {
  if (options.region !== undefined) {
    return refuse("--region is only for a real project.", "Add --project <id>, or omit --region.");
  }
  const named = nonEmpty(env["FIREBASE_DATABASE_EMULATOR_HOST"]);
  const folder = nonEmpty(env[DATA_VARIABLE]);
  if (
    folder !== undefined &&
    running === undefined &&
    (options.databaseUrl ?? named) === undefined
  ) {
    // Another server may listen at the usual port.
    return refuse(
      `Nothing runs with the data folder ${folder} that ${DATA_VARIABLE} names.`,
      `Start it: npm start -- --data ${folder}. Or unset ${DATA_VARIABLE}.`,
    );
  }
  const emulators = running ?? configured(ports);
  const databaseAddress = named ?? emulators.databaseAddress;
  const authAddress = nonEmpty(env["FIREBASE_AUTH_EMULATOR_HOST"]) ?? emulators.authAddress;
  const functionsUrl =
    options.functionsUrl ?? nonEmpty(env["FUNCTIONS_URL"]) ?? emulators.functionsUrl;
  const databaseUrl = options.databaseUrl ?? `http://${databaseAddress}`;
  const database = parseUrl(databaseUrl);
  const real = [databaseUrl, functionsUrl, `http://${authAddress}`].find(
    (url) => !isEmulatorUrl(parseUrl(url)),
  );
  if (database === undefined || real !== undefined) {
    return refuse(
      `${real ?? databaseUrl} is not an emulator's address (http://host:port).`,
      "For a real project give --project <id>.",
    );
  }
  const namespace = database.searchParams.get("ns") ?? `${EMULATED_PROJECT}-default-rtdb`;
  return {
    ok: true,
    target: {
      kind: "emulators",
      projectId: EMULATED_PROJECT,
      databaseUrl: `${database.origin}?ns=${namespace}`,
      databaseAddress: database.host,
      functionsUrl: withoutSlash(functionsUrl),
      authAddress,
    },
  };
}

function isEmulatorUrl(url: URL | undefined): boolean {
  return url?.protocol === "http:" && !REAL_HOST.test(url.hostname);
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function local(port: number): string {
  return `127.0.0.1:${port}`;
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}

function withoutSlash(url: string): string {
  let end = url.length;
  while (url[end - 1] === "/") end -= 1;
  return url.slice(0, end);
}

function refuse(problem: string, hint: string): Resolution {
  return { ok: false, problem, hint };
}
