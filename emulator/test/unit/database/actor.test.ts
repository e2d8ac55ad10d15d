import { parseToken, tokenLifetimeMs } from "../../../src/database/actor";

const encode = (json: unknown): string => Buffer.from(JSON.stringify(json)).toString("base64url");
const token = (claims: unknown): string => `${encode({ alg: "none" })}.${encode(claims)}.`;

describe("a token", () => {
  it.each<[object, object]>([
    [{ user_id: "ann" }, { uid: "ann", provider: null }],
    [
      { sub: "ann", firebase: { sign_in_provider: "password" } },
      { uid: "ann", provider: "password" },
    ],
    [
      { sub: "ann", admin: true, firebase: "none" },
      { uid: "ann", provider: null },
    ],
  ])("%j is read without a check of its signature", (claims, auth) => {
    const actor = { isAdmin: false, auth: { ...auth, token: claims } };
    expect(parseToken(token(claims))).toEqual(actor);
    expect(parseToken(`${token(claims)}c2lnbmF0dXJl`)).toEqual(actor);
  });

  it.each([
    ["a.!.c", "neither"],
    [token(null), "neither"],
    [
      `e30.${Buffer.from('{"sub":"a","x":' + "[".repeat(99) + "]".repeat(99) + "}").toString("base64url")}.`,
      "neither",
    ],
  ])("%s is rejected", (text, problem) => {
    expect(parseToken(text)).toEqual(expect.stringContaining(problem));
  });

  it("keeps claims with the names of inherited members", () => {
    const claims = JSON.parse('{"sub": "ann", "__proto__": {"admin": true}}') as object;
    const parsed = parseToken(
      `e30.${Buffer.from('{"sub": "ann", "__proto__": {"admin": true}}').toString("base64url")}.`,
    );
    expect(parsed).toEqual({
      isAdmin: false,
      auth: { uid: "ann", provider: null, token: claims },
    });
  });
});

describe("the lifetime of a token", () => {
  const NOW = 1_700_000_000_000;
  const lifetime = (exp: unknown): number | undefined =>
    tokenLifetimeMs({ isAdmin: false, auth: { uid: "ann", token: { exp } } }, NOW);

  it("is the time until it expires; expired tokens and tokens without an end never expire", () => {
    expect(lifetime(NOW / 1_000 + 60)).toBe(60_000);
    expect(lifetime(NOW / 1_000)).toBeUndefined();
    expect(lifetime(3_600)).toBeUndefined();
    expect(lifetime("soon")).toBeUndefined();
    expect(lifetime(1e15)).toBeUndefined();
    expect(tokenLifetimeMs({ isAdmin: true }, NOW)).toBeUndefined();
    expect(tokenLifetimeMs({ isAdmin: false, auth: null }, NOW)).toBeUndefined();
    expect(
      tokenLifetimeMs({ isAdmin: false, auth: { uid: "a", token: null } }, NOW),
    ).toBeUndefined();
  });
});
