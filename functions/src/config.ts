/**
 * The parameters of a deployment. The CLI asks for parameters that functions/.env does not set, and puts the values into
 * the environment. Without the CLI, the defaults in this file apply.
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
import type { Settings } from "./composition";
import type { Settings as DatabaseSettings } from "./database/connection";
import { ACCEPTED_VARIANTS, type AcceptedVariants } from "./sensor-data/sensor-request";

const sensorApiKey = defineSecret("SENSOR_API_KEY", {
  description:
    "The key that devices send in the body. May be two keys, separated by a comma or a space.",
});
const sensorDataVariant = defineString("SENSOR_DATA_VARIANT", {
  default: "both",
  input: select([...ACCEPTED_VARIANTS]),
  description: "Which variants of POST /sensorData are accepted.",
});
const registrationCacheEntries = defineInt("REGISTRATION_CACHE_ENTRIES", {
  default: 10_000,
  description: "Maximum number of sensors, and of farm keys, in an instance's cache. 0: no cache.",
});
const maxReadingAgeDays = defineInt("MAX_READING_AGE_DAYS", {
  default: MAX_READING_AGE_DAYS,
  description: `Maximum age of a reading in a batch. The database's rules allow ${MAX_READING_AGE_DAYS} days.`,
});
const databaseDeadlineSeconds = defineInt("DATABASE_DEADLINE_SECONDS", {
  default: 10,
  description: "Maximum time that a request waits for the database. Then the answer is 503.",
});
const databaseInstance = defineString("DATABASE_INSTANCE", {
  default: "",
  description: "Name or URL of the database instance. Empty: the project's default instance.",
});
const sensorRequestsPerMinute = defineInt("SENSOR_REQUESTS_PER_MINUTE", {
  default: 0,
  description:
    "Maximum requests per minute that an instance accepts from one sensor, or as batches of one farm. 0: no limit.",
});
const region = defineString("FUNCTIONS_REGION", {
  default: "us-central1",
  description: "Region of the functions. Best is the region of the database.",
});
const memory = defineInt("FUNCTIONS_MEMORY", {
  default: 256,
  input: select([256, 512, 1024, 2048]),
  description: "Memory of an instance in MiB.",
});
const concurrency = defineInt("FUNCTIONS_CONCURRENCY", {
  default: 80,
  description: "Maximum number of requests that an instance serves at the same time.",
});
const minInstances = defineInt("MIN_INSTANCES", {
  default: 0,
  description: "Number of instances that are kept warm (and paid for).",
});
const maxInstances = defineInt("MAX_INSTANCES", {
  default: 10,
  description: "Maximum number of instances. Limits the cost.",
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

/** Options of the deployed endpoints. Only `sensorData` gets the secret. */
export const deployment = {
  sensorData: { ...shared, secrets: [sensorApiKey] },
  reportIp: shared,
} satisfies Record<string, HttpsOptions>;

/** Less than `timeoutSeconds`, after which the platform ends a request without JSON. */
const MAX_DEADLINE_SECONDS = 50;

/** Reads the database's address and time limit, and the size of the cache of registrations. */
export function readDatabaseSettings(): DatabaseSettings {
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

/** Returns `host:port`, or undefined without an emulator. */
function readEmulator(): string | undefined {
  const emulator = process.env["FIREBASE_DATABASE_EMULATOR_HOST"];
  if (emulator === undefined || emulator === "") return undefined;
  if (URL.parse(`http://${emulator}`)?.pathname === "/") return emulator;
  throw new Error(
    `FIREBASE_DATABASE_EMULATOR_HOST is ${emulator}, but must be like 127.0.0.1:9000.`,
  );
}

/** Reads the maximum requests per minute. 0 means unlimited. */
export const readSensorLimit = (): number => numberIn(sensorRequestsPerMinute, 0);

/**
 * Reads the accepted variants, the keys of the key-in-body variant (none if the secret is not set) and the maximum age.
 */
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

/** Splits the secret into its keys. */
export function parseKeys(secret: string): readonly string[] {
  return secret.split(/[\s,]+/).filter((key) => key !== "");
}

function numberIn(parameter: Parameter<number>, minimum: number, maximum = Infinity): number {
  const value = valueOf(parameter);
  if (value >= minimum && value <= maximum) return value;
  const range = maximum === Infinity ? `${minimum} or more` : `${minimum} to ${maximum}`;
  throw new Error(`${parameter.name} is ${value}, but must be ${range}.`);
}

/** All settings, each read when it is needed: the environment has their values only at run time. */
export const settings: Settings = {
  readDatabase: readDatabaseSettings,
  readSensorData: readSensorDataConfig,
  readSensorLimit,
};
