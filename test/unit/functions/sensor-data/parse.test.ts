import { parseJsonObject } from "../../../../functions/src/http/json-object";
import { describeRefusal, type Result } from "../../../../functions/src/http/refusal";
import {
  parseReading,
  type AcceptedVariants,
  type Reading,
} from "../../../../functions/src/sensor-data/parse";
import bodies from "../../../cases/bodies.json";

function parse(text: string, accepted: AcceptedVariants = "both"): Result<Reading> {
  const body = parseJsonObject(text);
  return body.ok ? parseReading(body.value, accepted) : body;
}

test.each(bodies)("$name", ({ body, reading, error }) => {
  const parsed = parse(JSON.stringify(body));
  expect(parsed.ok ? parsed.value : describeRefusal(parsed.refusal)).toEqual(
    reading ?? { status: 400, error },
  );
});

test("a measurement beyond the range of numbers is refused", () => {
  expect(parse('{"uid":"u","temperature":1e400}')).toEqual({
    ok: false,
    refusal: { code: "not-a-number", field: "temperature" },
  });
});

test("names of Object.prototype harm nothing", () => {
  const parsed = parse(
    '{"__proto__":{"temperature":1,"signature":"s"},"uid":"__proto__","apiKey":"k"}',
  );
  expect(parsed).toEqual({
    ok: true,
    value: { variant: "key-in-body", uid: "__proto__", apiKey: "k", measurements: {} },
  });
});

describe("a deployment that accepts one variant reads every request as that one", () => {
  test("signed: a key alone is a missing signature", () => {
    expect(parse('{"uid":"u","apiKey":"k","battery":5}', "signed")).toEqual({
      ok: true,
      value: { variant: "signed", uid: "u", measurements: { battery: 5 } },
    });
  });
  test("key-in-body: a signature alone is a missing key", () => {
    const text = '{"uid":"u","signature":"s","timestamp":"now","battery":"full"}';
    expect(parse(text, "key-in-body")).toEqual({
      ok: true,
      value: { variant: "key-in-body", uid: "u", measurements: {} },
    });
  });
});
