/** docs/openapi.json: valid, with every error of the functions, and with examples that work. */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { signBody } from "@greenhouse/domain/identity/signing";
import document from "../../../docs/openapi.json";
import { describeRefusal } from "../../../functions/src/http/refusal";
import type { Refusal } from "../../../functions/src/result";
import { validate, PATHS } from "../../support/openapi";

const ROOT = join(__dirname, "../../..");

test("is a valid OpenAPI 3.1 document", () => {
  const validator = join(
    ROOT,
    "node_modules/@seriousme/openapi-schema-validator/bin/validate-api-cli.js",
  );
  const output = execFileSync(process.execPath, [validator, "docs/openapi.json"], { cwd: ROOT });
  expect(JSON.parse(output.toString())).toEqual({ valid: true });
  expect(document.openapi).toBe("3.1.0");
});

const EXAMPLES = PATHS.flatMap((path) =>
  Object.entries(document.paths[path].post.responses).flatMap(([status, response]) =>
    "content" in response && "examples" in response.content["application/json"]
      ? Object.values(response.content["application/json"].examples).map((example) => ({
          path,
          status: Number(status),
          error: (example as { readonly value: { readonly error?: string } }).value.error ?? "",
        }))
      : [],
  ),
).filter(({ error }) => error !== "");

const REFUSALS: readonly Refusal[] = [
  { code: "method-not-allowed" },
  { code: "body-too-large" },
  { code: "body-not-an-object" },
  { code: "body-not-json", literal: "NaN" },
  ...["uid", "timestamp", "farmId"].map((field) => ({ code: "missing-field", field }) as const),
  ...["uid", "apiKey"].map((field) => ({ code: "field-not-a-string", field }) as const),
  { code: "field-not-a-number", field: "temperature" },
  { code: "invalid-readings" },
  { code: "too-many-readings" },
  { code: "unsupported-encoding" },
  { code: "invalid-api-key" },
  { code: "sensor-not-found", uid: "nobody" },
  { code: "sensor-not-linked" },
  { code: "invalid-signature" },
  { code: "timestamp-out-of-range" },
  { code: "too-many-requests", retryAfterSeconds: 1 },
  { code: "invalid-ip-address" },
  { code: "farm-not-found", farmId: "nowhere" },
  { code: "database-unavailable" },
];

test("names every refusal as the functions word it", () => {
  const refusals = [...REFUSALS.map(describeRefusal), { status: 500, error: "Internal error." }];
  const described = new Set(EXAMPLES.map(({ status, error }) => `${status} ${error}`));
  expect([...described].sort()).toEqual(
    refusals.map(({ status, error }) => `${status} ${error}`).sort(),
  );
});

test("docs/http-api.md describes every refusal too", () => {
  const page = readFileSync(join(ROOT, "docs/http-api.md"), "utf8");
  const general = EXAMPLES.map(({ error }) =>
    error
      .replace(/(field: )(\w+)/, (_, before: string, field: string) =>
        /dotted|readings/.test(error) ? `${before}${field}` : `${before}<field>`,
      )
      .replace("nobody", "<uid>")
      .replace("nowhere", "<farmId>"),
  );
  expect(general.filter((error) => !page.includes(`\`${error}\``))).toEqual([]);
});

test("its example of a signed reading is signed", () => {
  const { signed } =
    document.paths["/sensorData"].post.requestBody.content["application/json"].examples;
  const { uid, timestamp, signature } = signed.value;
  const text = `demo-key-of-sunny-acres${timestamp}${uid}`;
  expect(createHash("md5").update(text).digest("hex")).toBe(signature);
  expect(validate("SignedReading", signed.value)).toBeUndefined();
});

test("its examples of requests that are signed as a whole match their schemas", () => {
  const {
    sealed,
    "sensor-batch": ofSensor,
    "farm-batch": ofFarm,
  } = document.paths["/sensorData"].post.requestBody.content["application/json"].examples;
  expect(validate("SealedReading", sealed.value)).toBeUndefined();
  expect(validate("SensorBatch", ofSensor.value)).toBeUndefined();
  expect(validate("FarmBatch", ofFarm.value)).toBeUndefined();
  const { examples } = document.paths["/reportIp"].post.requestBody.content["application/json"];
  expect(validate("SealedAddressReport", examples.sealed.value)).toBeUndefined();
});

test("docs/http-api.md's command gives the digest below it", () => {
  const page = readFileSync(join(ROOT, "docs/http-api.md"), "utf8");
  const [, body = "", key = "", digest = ""] =
    /printf '%s' '(\{.*\})' \| openssl dgst -sha256 -hmac (\S+) -r\n# ([0-9a-f]{64}) /.exec(page) ??
    [];
  expect(signBody(key, body)).toBe(`sha256=${digest}`);
});
