/**
 * The parameters of a deployment. The CLI asks for those that functions/.env does not set, and puts their values into
 * the environment. Without the CLI, the defaults given here apply.
 */

import { MAX_READING_AGE_DAYS } from "@greenhouse/domain/reading-limits";
import { DAY_MS } from "@greenhouse/domain/time";
import {
  databaseURL,
  defineInt,
  defineSecret,
  defineString,
  projectID,
  select,
} from "firebase-functions/params";
import type { HttpsOptions } from "firebase-functions/https";

import { valueOf, type Parameter } from "@greenhouse/database/client/parameters";
import { chooseDatabaseUrl } from "@greenhouse/database/client/database-url";
import type { Settings } from "./database/connection";
import { ACCEPTED_VARIANTS, type AcceptedVariants } from "./sensor-data/sensor-request";

const sensorApiKey = defineSecret("SENSOR_API_KEY", {
  description:
    "The key that devices send in the body. Two keys, separated by a comma or a space, are both accepted.",
});
const sensorDataVariant = defineString("SENSOR_DATA_VARIANT", {
  default: "both",
  input: select([...ACCEPTED_VARIANTS]),
  description: "Which variants of POST /sensorData are accepted.",
});
const registrationCacheEntries = defineInt("REGISTRATION_CACHE_ENTRIES", {
  default: 10_000,
  description: "How many sensors, and how many farms' keys, an instance remembers. 0: none.",
});
const maxReadingAgeDays = defineInt("MAX_READING_AGE_DAYS", {
  default: MAX_READING_AGE_DAYS,
  description: `How old a reading of a batch may be. The database's rules allow ${MAX_READING_AGE_DAYS} days.`,
});
const databaseDeadlineSeconds = defineInt("DATABASE_DEADLINE_SECONDS", {
  default: 10,
  description: "How long a request may wait for the database before it is answered with 503.",
});
const databaseInstance = defineString("DATABASE_INSTANCE", {
  default: "",
  description: "Name or URL of the database instance. Empty: the project's default one.",
});
const sensorRequestsPerMinute = defineInt("SENSOR_REQUESTS_PER_MINUTE", {
  default: 0,
  description:
    "How many requests of one sensor, or of one farm's batches, an instance accepts in a minute. 0: any number.",
});
const region = defineString("FUNCTIONS_REGION", {
  default: "us-central1",
  description: "Where the functions run: best where the database is.",
});
const memory = defineInt("FUNCTIONS_MEMORY", {
  default: 256,
  input: select([256, 512, 1024, 2048]),
  description: "Memory of an instance in MiB.",
});
const concurrency = defineInt("FUNCTIONS_CONCURRENCY", {
  default: 80,
  description: "How many requests an instance serves at once.",
});
const minInstances = defineInt("MIN_INSTANCES", {
  default: 0,
  description: "How many instances are kept warm (and paid for).",
});
const maxInstances = defineInt("MAX_INSTANCES", {
  default: 10,
  description: "How many instances there may be: a bound on the cost.",
});

const shared: HttpsOptions = {
  region,
  memory,
  cpu: 1,
  concurrency,
  minInstances,
  maxInstances,
  timeoutSeconds: 60,
  invoker: "public",
  // Without this the emulator switches CORS on and answers OPTIONS itself.
  cors: false,
};

/** How the endpoints are deployed; only `sensorData` gets the secret. */
export const deployment = {
  sensorData: { ...shared, secrets: [sensorApiKey] },
  reportIp: shared,
} satisfies Record<string, HttpsOptions>;

/** The platform ends a request after `timeoutSeconds`, without JSON. */
const MAX_DEADLINE_SECONDS = 50;

/** Where the database is, how long it may take, and how much of it an instance remembers. */
export function readDatabaseSettings(): Settings {
  const project = projectID.value() || (process.env["GCLOUD_PROJECT"] ?? "");
  const url = chooseDatabaseUrl(valueOf(databaseInstance), databaseURL.value(), project);
  const emulator = readEmulator();
  if (emulator === undefined && !url.startsWith("https:")) {
    throw new Error(`${url} must begin with https://, so that nobody else reads the access token.`);
  }
  return {
    url,
    emulator,
    timeoutMs: numberIn(databaseDeadlineSeconds, 1, MAX_DEADLINE_SECONDS) * 1000,
    maxRegistrations: numberIn(registrationCacheEntries, 0),
  };
}

/** `host:port`; undefined: no emulator. */
function readEmulator(): string | undefined {
  const emulator = process.env["FIREBASE_DATABASE_EMULATOR_HOST"];
  if (emulator === undefined || emulator === "") return undefined;
  if (URL.parse(`http://${emulator}`)?.pathname === "/") return emulator;
  throw new Error(
    `FIREBASE_DATABASE_EMULATOR_HOST is ${emulator}, but must be like 127.0.0.1:9000.`,
  );
}

/** Requests a minute; 0 is no limit. */
export const readSensorLimit = (): number => numberIn(sensorRequestsPerMinute, 0);

/** The variants in force, and the keys of the key-in-body variant: none where the secret is not set. */
export function readSensorDataConfig(): {
  readonly acceptedVariants: AcceptedVariants;
  readonly sensorKeys: readonly string[];
  readonly maxAgeMs: number;
} {
  const name = valueOf(sensorDataVariant);
  const acceptedVariants = ACCEPTED_VARIANTS.find((variant) => variant === name);
  if (acceptedVariants === undefined) {
    throw new Error(
      `SENSOR_DATA_VARIANT is ${name}, but must be one of ${ACCEPTED_VARIANTS.join(", ")}.`,
    );
  }
  const needsKeys = acceptedVariants === "both" || acceptedVariants === "key-in-body";
  const sensorKeys = needsKeys ? parseKeys(sensorApiKey.value()) : [];
  const maxAgeMs = numberIn(maxReadingAgeDays, 0, MAX_READING_AGE_DAYS) * DAY_MS;
  return { acceptedVariants, sensorKeys, maxAgeMs };
}

/** Splits the secret into the keys it holds. */
export function parseKeys(secret: string): readonly string[] {
  return secret.split(/[\s,]+/).filter((key) => key !== "");
}

function numberIn(parameter: Parameter<number>, minimum: number, maximum = Infinity): number {
  const value = valueOf(parameter);
  if (value >= minimum && value <= maximum) return value;
  const range = maximum === Infinity ? `${minimum} or more` : `${minimum} to ${maximum}`;
  throw new Error(`${parameter.name} is ${value}, but must be ${range}.`);
}
