import { parseJsonObject } from "../../../../functions/src/http/json-object";
import { describeRefusal, type Result } from "../../../../functions/src/http/refusal";
import {
  parseSubmission,
  type AcceptedVariants,
  type Submission,
} from "../../../../functions/src/sensor-data/parse";
import type { SignedBody } from "../../../../functions/src/http/signature";
import bodies from "../../../cases/bodies.json";

function parse(
  text: string,
  accepted: AcceptedVariants = "both",
  signedBody?: SignedBody,
): Result<Submission> {
  const body = parseJsonObject(text);
  return body.ok ? parseSubmission({ body: body.value, text, signedBody }, accepted) : body;
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

test("names of Object.prototype are harmless", () => {
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

describe("which variant is in force", () => {
  const signedBody: SignedBody = { signature: "", bytes: Buffer.from("") };
  const body = '{"uid":"u","apiKey":"k","signature":"s","timestamp":1700000000000}';
  test.each<[AcceptedVariants, SignedBody | undefined, string]>([
    ["both", undefined, "signed"],
    ["both", signedBody, "hmac"],
    ["signed", undefined, "signed"],
    ["signed", signedBody, "hmac"],
    ["hmac", undefined, "hmac"],
    ["hmac", signedBody, "hmac"],
    ["key-in-body", undefined, "key-in-body"],
    ["key-in-body", signedBody, "key-in-body"],
  ])("%s, %j: %s", (accepted, sent, variant) => {
    expect(parse(body, accepted, sent)).toMatchObject({ value: { variant } });
  });

  test.each<AcceptedVariants>(["both", "signed", "key-in-body"])(
    "%s: a batch without a signature is refused, lest its sender believes that it is stored",
    (accepted) => {
      const batch = '{"uid":"u","apiKey":"k","readings":[{"light":1}]}';
      expect(parse(batch, accepted)).toEqual({
        ok: false,
        refusal: { code: "invalid-signature" },
      });
    },
  );
});
