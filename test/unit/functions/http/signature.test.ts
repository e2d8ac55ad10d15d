import { signBody } from "../../../../domain/src/signing";
import { checkSeal } from "../../../../functions/src/http/signature";
import vectors from "../../../cases/hmac.json";

const NOW = 1_700_000_000_000;

describe.each(vectors)("$name", ({ key, body, signature }) => {
  const check = (changes: { signature?: string; body?: string; key?: string } = {}) =>
    checkSeal(
      {
        seal: {
          signature: changes.signature ?? signature,
          bytes: Buffer.from(changes.body ?? body),
        },
        timeMs: NOW,
      },
      changes.key ?? key,
      NOW,
    );

  test("is what the vectors say", () => {
    expect(signBody(key, body)).toBe(signature);
  });
  test("holds, in capitals too", () => {
    expect(check()).toBeUndefined();
    expect(check({ signature: signature.toUpperCase() })).toBeUndefined();
  });
  test("fails with another key or another body", () => {
    expect(check({ key: `${key} ` })).toEqual({ code: "invalid-signature" });
    expect(check({ body: `${body} ` })).toEqual({ code: "invalid-signature" });
  });
});
