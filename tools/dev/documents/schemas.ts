/** The schemas of openapi.json. docs/http-api.md has the fields of some of them as tables. */

import { MAX_VERSION_CHARACTERS, SIGNAL_BOUNDS } from "@greenhouse/domain/boards/board-status";
import { INTERVAL_SECONDS } from "@greenhouse/domain/boards/intervals";
import { IMPORT_ID } from "@greenhouse/domain/history/imports";
import { MAX_ID_CHARACTERS } from "@greenhouse/domain/identity/keys";
import { MAX_REPORTED_CHARACTERS, PLACES } from "@greenhouse/domain/identity/unregistered";
import {
  LEASE_SECONDS,
  MAX_AGO_MS,
  MAX_ON_SECONDS,
  MAX_OUTPUTS,
  MAX_VALUE,
  MAX_VERSION,
  OFF_HOLDS_MS,
  OUTPUT_NAME,
} from "@greenhouse/domain/outputs/limits";
import { OUTPUT_REASONS } from "@greenhouse/domain/outputs/model";
import { AMBIENT, MEASUREMENTS, QUANTITY } from "@greenhouse/domain/quantities/measurements";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import {
  MAX_READING_AGE_DAYS,
  MAX_READINGS,
  MAX_TIME_DIFFERENCE_MS,
} from "@greenhouse/domain/reading-limits";
import { REFUSALS } from "@greenhouse/domain/refusals";
import { DAY_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { BATCH_CODES } from "./refusals.ts";

export interface Schema {
  readonly [keyword: string]: unknown;
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** An object. The names of optional fields end in "?". */
function object(fields: Readonly<Record<string, Schema>>, more: Schema = {}): Schema {
  const names = Object.keys(fields);
  const required = names.filter((name) => !name.endsWith("?"));
  const properties = Object.entries(fields).map(([name, schema]) => [
    name.replace("?", ""),
    schema,
  ]);
  return {
    type: "object",
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(properties) as Readonly<Record<string, Schema>>,
    ...more,
  };
}

const CLOSED = { additionalProperties: false };
const withMeasurements = { allOf: [ref("Measurements")] };
const outputsByName = {
  type: "object",
  maxProperties: MAX_OUTPUTS,
  propertyNames: { pattern: OUTPUT_NAME },
};

const text = (description?: string): Schema => ({
  ...(description !== undefined && { description }),
  type: "string",
  minLength: 1,
});
const whole = (minimum: number, maximum?: number, description?: string): Schema => ({
  ...(description !== undefined && { description }),
  type: "integer",
  minimum,
  ...(maximum !== undefined && { maximum }),
});
const time = (description: string): Schema => ({
  description,
  anyOf: [
    { type: "number" },
    {
      type: "string",
      pattern: String.raw`^\s*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?\s*$`,
    },
  ],
});

const MINUTES = MAX_TIME_DIFFERENCE_MS / MINUTE_MS;
const UNIX_TIME = `Unix time in milliseconds, or in seconds (below 10^11). At most ${MINUTES} minutes from the server's time.`;
const uid = text("The uid of a registered sensor.");
const farmId = text("The farm's id.");
const ip = {
  type: "string",
  format: "ipv4",
  description: "IPv4, dotted decimal, without leading zeros or spaces.",
};
const password = (description: string): Schema => ({ ...text(description), format: "password" });
const success = { const: true };

function measurementFields(names: readonly Measurement[]): Readonly<Record<string, Schema>> {
  const fields = names.map((name) => {
    const { unit } = QUANTITY[name];
    const description = unit === "" ? {} : { description: `In ${unit}.` };
    return [`${name}?`, { type: ["number", "null"], ...description }];
  });
  return Object.fromEntries(fields) as Readonly<Record<string, Schema>>;
}

const { rssi, snr, linkquality } = SIGNAL_BOUNDS;
/** What a board says about itself. An invalid value is ignored, so no value is refused here. */
const boardFields: Readonly<Record<string, Schema>> = {
  "version?": {
    description: `The board's program and its number, up to ${MAX_VERSION_CHARACTERS} characters of ASCII.`,
  },
  "rssi?": { description: `Strength of the signal in dBm, ${rssi.min} to ${rssi.max}.` },
  "snr?": { description: `LoRa's ratio of signal to noise in dB, ${snr.min} to ${snr.max}.` },
  "linkquality?": { description: `Zigbee's quality of the link, 0 to ${linkquality.max}.` },
};
const askedFields: Readonly<Record<string, Schema>> = {
  "intervalSeconds?": {
    description: "The board's interval. With a number, the answer has the one that owners ask for.",
  },
};
const askedInterval = whole(
  INTERVAL_SECONDS.min,
  INTERVAL_SECONDS.max,
  "The interval that owners ask the board for. Only if the request has the field, and owners ask.",
);

const Measurements = object(measurementFields(MEASUREMENTS), {
  description:
    "Any of these. Other names are ignored, and the functions' log names them. `null` means not sent.",
});

export const SignedReading = object(
  {
    uid,
    timestamp: time(`${UNIX_TIME} Best as text: its characters are signed.`),
    signature: {
      description:
        "Signed requests only: MD5 of key, timestamp's characters and uid, with nothing between, as 32 hexadecimal digits of either case.",
      type: "string",
      pattern: "^[0-9a-fA-F]{32}$",
    },
    ...boardFields,
    ...askedFields,
  },
  withMeasurements,
);

const keyReading = {
  uid,
  apiKey: password("Requests with the key in the body only: the deployment's sensor key."),
};
/** Without its measurements. */
export const KEY_READING = object(keyReading);
const KeyReading = object({ ...keyReading, ...measurementFields(AMBIENT) });

export const SealedReading = object(
  { uid, timestamp: time(UNIX_TIME), ...boardFields, ...askedFields, "outputs?": ref("Outputs") },
  {
    description: "With `X-Signature`. Stored once, however often it is sent.",
    ...withMeasurements,
  },
);

const BatchReading = object(
  {
    "timestamp?": time(
      `The time of measurement: at most ${MAX_READING_AGE_DAYS} days ago (MAX_READING_AGE_DAYS) and ${MINUTES} minutes ahead. Default: the time of the request.`,
    ),
  },
  withMeasurements,
);

const readingsOf = (items: Schema): Schema => ({
  description: "The readings of a batch.",
  type: "array",
  minItems: 1,
  maxItems: MAX_READINGS,
  items,
});

const importId: Schema = {
  description:
    "The import that the readings come from, chosen by the sender. History keeps it with each new reading, so that all of them can be excluded.",
  type: "string",
  pattern: IMPORT_ID,
};

const SensorBatch = object(
  {
    uid,
    timestamp: time(UNIX_TIME),
    readings: readingsOf(ref("BatchReading")),
    "import?": importId,
    ...boardFields,
    ...askedFields,
    "outputs?": ref("Outputs"),
  },
  { description: "With `X-Signature`, made with the sensor's key." },
);

const FarmBatch = object(
  {
    farmId,
    timestamp: time(UNIX_TIME),
    readings: readingsOf({ allOf: [ref("BatchReading"), object({ uid, ...boardFields })] }),
    "import?": importId,
    "names?": { type: "boolean", description: "`true`: the answer has the sensors' names." },
  },
  {
    description:
      "With `X-Signature`, made with the farm's key. For sensors of the farm without a key of their own.",
  },
);

export const Outputs: Schema = {
  description: "The board's outputs as it sends this, by name. The answer has the orders.",
  ...outputsByName,
  minProperties: 1,
  additionalProperties: object({
    value: whole(0, MAX_VALUE.level, "0: off. 100: all the way."),
    version: whole(
      0,
      MAX_VERSION,
      "The newest order that the board knows. 0: none since its start.",
    ),
    reason: { enum: OUTPUT_REASONS, description: "Why the output has this value." },
    "agoMs?": {
      description: `Milliseconds since \`value\` or \`reason\` changed. Ignored unless a whole number of at most ${MAX_AGO_MS / DAY_MS} days.`,
    },
  }),
};

export const OutputAnswers: Schema = {
  description:
    "The orders for defined outputs, by name. Absent: the request reports no outputs, comes from a farm, or the orders could not be read.",
  ...outputsByName,
  additionalProperties: object(
    {
      value: whole(0, MAX_VALUE.level, "The ordered value. 0: off."),
      version: whole(0, undefined, "The order's version. 0: nothing was ordered yet."),
      forMs: whole(
        0,
        LEASE_SECONDS.max * 1_000,
        "How long the order holds, **from when the request was sent**. 0: off.",
      ),
      "offForMs?": whole(
        0,
        OFF_HOLDS_MS,
        "Only if 0 was ordered: how long that keeps a fallback off, **from when the request was sent**.",
      ),
      maxOnMs: whole(
        MAX_ON_SECONDS.min * 1_000,
        MAX_ON_SECONDS.max * 1_000,
        "How long the output may be on in `day`.",
      ),
      day: { type: "integer", description: "Today as whole days since 1970, UTC." },
    },
    CLOSED,
  ),
};

const Receipt = object(
  {
    success,
    uid: { type: "string" },
    greenhouse: { type: "string", description: "The id of the sensor's greenhouse." },
    data: object(
      {
        uid: { type: "string" },
        "sensorName?": { type: "string" },
        "sensorType?": { type: "string" },
        timestamp: {
          type: "integer",
          description:
            "The reading's time in Unix milliseconds: the device's if signed, otherwise the server's.",
        },
      },
      { ...withMeasurements, unevaluatedProperties: false },
    ),
    "intervalSeconds?": askedInterval,
    "outputs?": ref("OutputAnswers"),
  },
  CLOSED,
);

const statuses = [...new Set(BATCH_CODES.map((code) => REFUSALS[code].status))];

const BatchReceipt = object(
  {
    success,
    stored: whole(
      0,
      MAX_READINGS,
      "How many readings are in the history now, repeated ones included.",
    ),
    refused: {
      type: "array",
      maxItems: MAX_READINGS,
      items: object(
        {
          index: whole(0, MAX_READINGS - 1, "The place in `readings`, from 0."),
          status: {
            enum: statuses.toSorted((a, b) => a - b),
            description:
              "The status that the reading would get by itself. 503: the operator has to correct the registration. 425: send again later if no later reading is stored.",
          },
          error: text("For people."),
          code: { enum: BATCH_CODES, description: "For programs." },
        },
        CLOSED,
      ),
    },
    "names?": {
      type: "object",
      description:
        'For a farm\'s batch with `"names": true`: the name of each sensor with a stored reading, by uid.',
      additionalProperties: { type: "string" },
    },
    "intervalSeconds?": askedInterval,
    "outputs?": ref("OutputAnswers"),
  },
  CLOSED,
);

const unregistered = ref("Unregistered");

export const AddressReport = object({
  farmId,
  apiKey: password("The farm's key."),
  ip,
  "unregistered?": unregistered,
});

const SealedAddressReport = object(
  { farmId, ip, timestamp: time(UNIX_TIME), "unregistered?": unregistered },
  { description: "With `X-Signature`, made with the farm's key." },
);

const Unregistered: Schema = {
  description: `Unregistered devices that the gateway hears. The first ${PLACES.length} are kept. Absent: the earlier list stays.`,
  type: "array",
  items: object({
    uid: { type: "string", maxLength: MAX_ID_CHARACTERS },
    reading: {
      type: "string",
      maxLength: MAX_REPORTED_CHARACTERS,
      description: "The JSON text of the last measurements.",
    },
    at: { type: "number", description: "Unix time in milliseconds." },
  }),
};

const AddressReceipt = object(
  { success, farmId: { type: "string" }, ip: { type: "string", format: "ipv4" } },
  CLOSED,
);

export const SCHEMAS: Readonly<Record<string, Schema>> = {
  Measurements,
  SignedReading,
  KeyReading,
  SealedReading,
  BatchReading,
  SensorBatch,
  FarmBatch,
  Outputs,
  OutputAnswers,
  Stored: {
    description: "A batch gets the second, any other request the first.",
    anyOf: [ref("Receipt"), ref("BatchReceipt")],
  },
  Receipt,
  BatchReceipt,
  AddressReport,
  SealedAddressReport,
  Unregistered,
  AddressReceipt,
  Error: object({ error: text() }, CLOSED),
};
