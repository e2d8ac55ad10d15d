/** Accepted requests to `POST /sensorData`, each from one linked sensor, and the values that they store. */

export interface ReadingCase {
  readonly name: string;
  /** `whole`: signed, with a signature over the whole body in a header. */
  readonly variant: "signed" | "whole" | "key-in-body";
  /** The body, with placeholders (test/support/backend/placeholders.ts). */
  readonly body: string;
  /** The signed text of the timestamp. `$ms` by default. */
  readonly signs?: string;
  /** The values that are stored and returned. */
  readonly measurements: Readonly<Record<string, number>>;
  /** The reading's time in a signed request. `$ms` by default. */
  readonly at?: string;
}

const signed = (fields: string): string =>
  `{"uid":"$uid","timestamp":$ms,"signature":"$signature"${fields}}`;
const keyed = (fields: string): string => `{"uid":"$uid","apiKey":"$sensorKey"${fields}}`;
const timed = (timestamp: string): string =>
  `{"uid":"$uid","timestamp":${timestamp},"signature":"$signature","light":7}`;

const MEASUREMENTS: readonly ReadingCase[] = [
  {
    name: "signed: the four measurements of the contract",
    variant: "signed",
    body: signed(`,"temperature":21.5,"humidity":60,"light":1200,"battery":88`),
    measurements: { temperature: 21.5, humidity: 60, light: 1200, battery: 88 },
  },
  {
    name: "signed: all other measurements",
    variant: "signed",
    body: signed(
      `,"soilMoisture":41.5,"co2":612,"ec":1.85,"ph":6.1,"ppfd":430,"pressure":1013.2,"windSpeed":2.5`,
    ),
    measurements: {
      soilMoisture: 41.5,
      co2: 612,
      ec: 1.85,
      ph: 6.1,
      ppfd: 430,
      pressure: 1013.2,
      windSpeed: 2.5,
    },
  },
  {
    name: "signed: no measurement is a sign of life",
    variant: "signed",
    body: signed(""),
    measurements: {},
  },
  {
    name: "signed: null, and texts that mean no value, are ignored",
    variant: "signed",
    body: signed(`,"temperature":"nan","humidity":"","light":null,"co2":"--","battery":88`),
    measurements: { battery: 88 },
  },
  {
    name: "signed: numbers of any size and shape",
    variant: "signed",
    body: signed(`,"temperature":-1.5e-7,"humidity":1E3,"light":123456789012,"battery":-0.0`),
    measurements: { temperature: -1.5e-7, humidity: 1000, light: 123456789012, battery: 0 },
  },
  {
    name: "signed: unknown fields are ignored",
    variant: "signed",
    body: signed(`,"noise":1013,"__proto__":{"temperature":99},"toString":1,"light":3`),
    measurements: { light: 3 },
  },
  {
    name: "signed as a whole: credentials in the body are ignored",
    variant: "whole",
    body: `{"uid":"$uid","timestamp":$ms,"signature":5,"apiKey":{},"temperature":21.5,"battery":80}`,
    measurements: { temperature: 21.5, battery: 80 },
  },
  {
    name: "key in the body: measurements outside the contract are ignored",
    variant: "key-in-body",
    body: keyed(
      `,"temperature":20,"humidity":0,"light":12,"battery":"full","co2":6,"timestamp":"now"`,
    ),
    measurements: { temperature: 20, humidity: 0, light: 12 },
  },
  {
    name: "key in the body: no measurement is a sign of life",
    variant: "key-in-body",
    body: keyed(""),
    measurements: {},
  },
  {
    name: "key in the body: null, texts that mean no value, and unknown fields are ignored",
    variant: "key-in-body",
    body: keyed(`,"temperature":null,"humidity":" - ","sensorName":"M","updatedAt":1,"light":8`),
    measurements: { light: 8 },
  },
];

const TIMESTAMPS: readonly ReadingCase[] = (
  [
    ["milliseconds as text", `"$ms"`, "$ms", "$ms"],
    ["seconds with a fraction as text", `"$s.250"`, "$s.250", "$s250"],
    ["milliseconds as an exponent", "$sci", "$sci", "$ms"],
    ["trailing zeros are signed as sent", "$ms.00", "$ms.00", "$ms"],
    ["text with blanks around it is signed as sent", `" $s "`, " $s ", "$s000"],
    ["a number with blanks around it is signed without them", "  $ms\n", "$ms", "$ms"],
    ["almost five minutes ago", "$ms{-290000}", "$ms{-290000}", "$ms{-290000}"],
    ["almost five minutes ahead", "$ms{+290000}", "$ms{+290000}", "$ms{+290000}"],
  ] as const
).map(([name, token, signs, at]) => ({
  name: `timestamp: ${name}`,
  variant: "signed",
  body: timed(token),
  signs,
  at,
  measurements: { light: 7 },
}));

const CHOICE: readonly ReadingCase[] = [
  {
    name: "with both credentials and any key: the signed variant",
    variant: "signed",
    body: signed(`,"apiKey":"wrong","battery":9`),
    measurements: { battery: 9 },
  },
  {
    name: "an empty signature is ignored, and the key is checked",
    variant: "key-in-body",
    body: keyed(`,"signature":"","light":2`),
    measurements: { light: 2 },
  },
  {
    name: "an empty key next to a signature is ignored",
    variant: "signed",
    body: signed(`,"apiKey":"","light":2`),
    measurements: { light: 2 },
  },
  {
    name: "a signature in upper case",
    variant: "signed",
    body: `{"uid":"$uid","timestamp":$ms,"signature":"$SIGNATURE","light":2}`,
    measurements: { light: 2 },
  },
  {
    name: "the last of two timestamps is used",
    variant: "signed",
    body: `{"uid":"$uid","timestamp":1,"timestamp":"$s","signature":"$signature"}`,
    signs: "$s",
    at: "$s000",
    measurements: {},
  },
];

export const READINGS: readonly ReadingCase[] = [...MEASUREMENTS, ...TIMESTAMPS, ...CHOICE];
