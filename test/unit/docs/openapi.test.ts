/** docs/openapi.json is valid, and its examples fit its schemas. `npm run generate -- --check` compares it with the code. */

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import document from "../../../docs/openapi.json";
import { validate } from "../../support/openapi";

test("is a valid OpenAPI 3.1 document", () => {
  const root = join(__dirname, "../../..");
  const bin = "node_modules/@seriousme/openapi-schema-validator/bin/validate-api-cli.js";
  const args = [join(root, bin), "docs/openapi.json"];
  const output = execFileSync(process.execPath, args, { cwd: root });
  expect(JSON.parse(output.toString())).toEqual({ valid: true });
  expect(document.openapi).toBe("3.1.0");
});

test("the examples of requests fit their schemas", () => {
  const { examples } = document.paths["/sensorData"].post.requestBody.content["application/json"];
  expect(validate("SignedReading", examples.signed.value)).toBeUndefined();
  expect(validate("SealedReading", examples.sealed.value)).toBeUndefined();
  expect(validate("SensorBatch", examples["sensor-batch"].value)).toBeUndefined();
  expect(validate("FarmBatch", examples["farm-batch"].value)).toBeUndefined();
  const reportIp = document.paths["/reportIp"].post.requestBody.content["application/json"];
  expect(validate("SealedAddressReport", reportIp.examples.sealed.value)).toBeUndefined();
});
