import { createVapidKeys, publicKeyOf } from "@greenhouse/domain/alerts/vapid";

test("a pair has a key of 32 bytes, and of 65 that begin with 4", () => {
  const { publicKey, privateKey } = createVapidKeys();
  expect(Buffer.from(privateKey, "base64url")).toHaveLength(32);
  expect(Buffer.from(publicKey, "base64url")).toHaveLength(65);
  expect(Buffer.from(publicKey, "base64url")[0]).toBe(4);
  expect(publicKeyOf(privateKey)).toBe(publicKey);
  expect(createVapidKeys().privateKey).not.toBe(privateKey);
});

// RFC 8291, section 5: the application server's pair.
test("the public key follows from the private one", () => {
  expect(publicKeyOf("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")).toBe(
    "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
  );
});

test.each(["", "short", "A".repeat(43), "=".repeat(43)])("%j is no private key", (text) => {
  expect(() => publicKeyOf(text)).toThrow();
});
