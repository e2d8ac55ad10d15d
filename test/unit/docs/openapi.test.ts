/** docs/openapi.json itself: valid by its standard, true to the functions' own words, and its examples work. */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import document from "../../../docs/openapi.json";
import { describeRefusal } from "../../../functions/src/http/refusal";
import { expectDescribed, judge, PATHS } from "../../support/openapi";

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
          error: (example as { readonly value: { readonly error: string } }).value.error,
        }))
      : [],
  ),
);

test("names every refusal as the functions word it", () => {
  const refusals = [
    describeRefusal({ code: "method-not-allowed" }),
    describeRefusal({ code: "body-too-large" }),
    describeRefusal({ code: "body-not-an-object" }),
    describeRefusal({ code: "missing-field", field: "uid" }),
    describeRefusal({ code: "missing-field", field: "timestamp" }),
    describeRefusal({ code: "not-text", field: "uid" }),
    describeRefusal({ code: "not-a-number", field: "temperature" }),
    describeRefusal({ code: "unsupported-encoding" }),
    describeRefusal({ code: "wrong-key" }),
    describeRefusal({ code: "unknown-sensor", uid: "nobody" }),
    describeRefusal({ code: "not-linked" }),
    describeRefusal({ code: "invalid-signature" }),
    describeRefusal({ code: "stale-timestamp" }),
    describeRefusal({ code: "too-many-requests", retryAfterSeconds: 1 }),
    describeRefusal({ code: "missing-field", field: "farmId" }),
    describeRefusal({ code: "not-text", field: "apiKey" }),
    describeRefusal({ code: "not-an-ipv4-address", field: "ip" }),
    describeRefusal({ code: "unknown-farm", farmId: "nowhere" }),
    { status: 500, error: "Internal error." },
    { status: 503, error: "Database unavailable. Try again." },
  ];
  const said = new Set(EXAMPLES.map(({ status, error }) => `${status} ${error}`));
  expect([...said].sort()).toEqual(
    refusals.map(({ status, error }) => `${status} ${error}`).sort(),
  );
});

test("is told in words in docs/http-api.md, every refusal of it", () => {
  const page = readFileSync(join(ROOT, "docs/http-api.md"), "utf8");
  const general = EXAMPLES.map(({ error }) =>
    error
      .replace(/(field: )(\w+)/, (_, before: string, field: string) =>
        error.includes("dotted") ? `${before}${field}` : `${before}<field>`,
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
  expect(judge("SignedReading", signed.value)).toBeUndefined();
});

describe("an answer that is not as described is found", () => {
  const headers = { "content-type": "application/json; charset=utf-8" };
  const error = (text: string) => ({ headers, text, json: JSON.parse(text) as unknown });
  test.each([
    ["an unknown status", { status: 418, ...error(`{"error":"x"}`) }, "status"],
    ["an error that is none", { status: 404, ...error(`{"message":"x"}`) }, "error"],
    ["a field too many", { status: 404, ...error(`{"error":"x","stack":"y"}`) }, "additional"],
    ["no Retry-After", { status: 503, ...error(`{"error":"x"}`) }, "Retry-After"],
    ["no Date", { status: 401, ...error(`{"error":"x"}`) }, "Date"],
    [
      "a page where JSON is described",
      { status: 404, headers: { "content-type": "text/html" }, text: "x", json: undefined },
      "text/html",
    ],
    [
      "a receipt without a time",
      { status: 200, ...error(`{"success":true,"uid":"u","greenhouse":"g","data":{"uid":"u"}}`) },
      "timestamp",
    ],
  ])("%s", (_, answer, word) => {
    expect(() => expectDescribed("http://host/sensorData", "POST", answer)).toThrow(word);
  });
});
