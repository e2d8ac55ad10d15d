/** docs/openapi.json is valid, and its examples work. `npm run generate -- --check` compares it with the code. */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { signBody } from "@greenhouse/domain/identity/signing";
import document from "../../../docs/openapi.json";
import { validate } from "../../support/openapi";

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

test("the example of a signed reading is signed", () => {
  const { signed } =
    document.paths["/sensorData"].post.requestBody.content["application/json"].examples;
  const { uid, timestamp, signature } = signed.value;
  const text = `demo-key-of-sunny-acres${timestamp}${uid}`;
  expect(createHash("md5").update(text).digest("hex")).toBe(signature);
  expect(validate("SignedReading", signed.value)).toBeUndefined();
});

test("the examples of requests that are signed as a whole match their schemas", () => {
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

test("the command in docs/http-api.md gives the digest below it", () => {
  const page = readFileSync(join(ROOT, "docs/http-api.md"), "utf8");
  const [, body = "", key = "", digest = ""] =
    /printf '%s' '(\{.*\})' \| openssl dgst -sha256 -hmac (\S+) -r\n# ([0-9a-f]{64}) /.exec(page) ??
    [];
  expect(signBody(key, body)).toBe(`sha256=${digest}`);
});
