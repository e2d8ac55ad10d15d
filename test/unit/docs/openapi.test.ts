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

const CODES = Object.keys(REFUSALS) as readonly RefusalCode[];

/** Returns the codes that have the status and text of this answer. */
function codesOf(status: number, error: string): readonly RefusalCode[] {
  return CODES.filter((code) => {
    const refusal = REFUSALS[code];
    const [start = "", end] = refusal.error.split(/\{\w+\}/);
    const hasText =
      end === undefined ? error === start : error.startsWith(start) && error.endsWith(end);
    return refusal.status === status && hasText;
  });
}

interface Described {
  readonly path: string;
  readonly status: number;
  /** Values that the header may have. */
  readonly codes: readonly string[];
  /** The texts of the examples. */
  readonly errors: readonly string[];
}

const DESCRIBED: readonly Described[] = PATHS.flatMap((path) =>
  Object.entries(document.paths[path].post.responses).flatMap(([status, response]) => {
    if (!("headers" in response && "Error-Code" in response.headers)) return [];
    const schema: { readonly const?: string; readonly enum?: readonly string[] } =
      response.headers["Error-Code"].schema;
    const examples = Object.values(response.content["application/json"].examples);
    const errors = examples.map(
      ({ value }: { readonly value: { readonly error: string } }) => value.error,
    );
    return [{ path, status: Number(status), codes: schema.enum ?? [schema.const ?? ""], errors }];
  }),
);

test.each(DESCRIBED)(
  "$path $status: an example of each code, as the functions word it",
  (described) => {
    const { status, codes, errors } = described;
    const shown = errors.map((error) =>
      codesOf(status, error).filter((code) => codes.includes(code)),
    );
    expect(shown.filter((fitting) => fitting.length !== 1)).toEqual([]);
    expect([...new Set(shown.flat())].sort()).toEqual([...codes].sort());
  },
);

test("names every code", () => {
  const { code } = document.components.schemas.BatchReceipt.properties.refused.items.properties;
  const described = [...code.enum, ...DESCRIBED.flatMap(({ codes }) => codes)];
  expect([...new Set(described)].sort()).toEqual([...CODES].sort());
});

test("docs/http-api.md lists each code with its status and text", () => {
  const page = readFileSync(join(ROOT, "docs/http-api.md"), "utf8");
  const cells = page.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
  const listed = cells.map(([, code, status, error]) => [code, status, error].join(" "));
  const expected = CODES.map((code) => {
    const { status, error } = REFUSALS[code];
    return `\`${code}\` ${status} \`${error.replace(/\{(\w+)\}/g, "<$1>")}\``;
  });
  expect(expected.filter((row) => !listed.includes(row))).toEqual([]);
});

test("the signed example has a valid signature", () => {
  const { signed } =
    document.paths["/sensorData"].post.requestBody.content["application/json"].examples;
  const { uid, timestamp, signature } = signed.value;
  const text = `demo-key-of-sunny-acres${timestamp}${uid}`;
  expect(createHash("md5").update(text).digest("hex")).toBe(signature);
  expect(validate("SignedReading", signed.value)).toBeUndefined();
});

test("examples of requests that are signed as a whole match their schemas", () => {
  const {
    sealed,
    "sensor-batch": sensorBatch,
    "farm-batch": farmBatch,
  } = document.paths["/sensorData"].post.requestBody.content["application/json"].examples;
  expect(validate("SealedReading", sealed.value)).toBeUndefined();
  expect(validate("SensorBatch", sensorBatch.value)).toBeUndefined();
  expect(validate("FarmBatch", farmBatch.value)).toBeUndefined();
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
