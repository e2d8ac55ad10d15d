import {
  createTokens,
  EMULATOR_TOKENS,
  type TokenSource,
} from "@greenhouse/database/client/tokens";

/** Replaces the library: each new object returns the test's next answer. */
function createLibrary(...answers: readonly (() => Promise<string | null>)[]) {
  const library = { created: 0, requested: 0 };
  const create = (): TokenSource => {
    const answer = answers[library.created] ?? (() => Promise.reject(new Error("one too many")));
    library.created += 1;
    const getAccessToken = (): Promise<string | null> => {
      library.requested += 1;
      return answer();
    };
    return { getAccessToken };
  };
  const clock = { nowMs: 0 };
  return { library, clock, tokens: createTokens(create, () => clock.nowMs) };
}

const give = (token: string) => () => Promise.resolve(token);

test("asks the library once a minute, which renews the token in time", async () => {
  const { library, clock, tokens } = createLibrary(give("t1"));
  expect([await tokens.get(), tokens.get()]).toEqual(["t1", "t1"]);
  clock.nowMs = 59_999;
  expect(tokens.get()).toBe("t1");
  expect(library).toEqual({ created: 1, requested: 1 });
  clock.nowMs = 60_000;
  expect(await tokens.get()).toBe("t1");
  expect(library).toEqual({ created: 1, requested: 2 });
});

test("asks another library object after a refused token", async () => {
  const { library, tokens } = createLibrary(give("t1"), give("t2"));
  tokens.renew(await tokens.get());
  expect(await tokens.get()).toBe("t2");
  expect(library).toEqual({ created: 2, requested: 2 });
});

test("renews a token once if many requests were refused with it", async () => {
  const { library, tokens } = createLibrary(give("t1"), give("t2"));
  const repeated = [await tokens.get(), await tokens.get(), await tokens.get()] as const;
  tokens.renew(repeated[0]);
  tokens.renew(repeated[1]);
  expect(await tokens.get()).toBe("t2");
  tokens.renew(repeated[2]);
  expect(await tokens.get()).toBe("t2");
  expect(library.created).toBe(2);
});

test("does not renew the token if an older token was refused", async () => {
  const { library, tokens } = createLibrary(give("t1"), give("t2"));
  const first = await tokens.get();
  tokens.renew(first);
  await tokens.get();
  tokens.renew(first);
  expect(library.created).toBe(2);
});

test.each([
  ["none", () => Promise.resolve(null), "There is no access token for the database."],
  ["an error", () => Promise.reject(new Error("no metadata server")), "no metadata server"],
])("fails without a token, and asks again for the next request: %s", async (_, fail, text) => {
  let isFirst = true;
  const { tokens } = createLibrary(() => {
    if (!isFirst) return Promise.resolve("t1");
    isFirst = false;
    return fail();
  });
  await expect(tokens.get()).rejects.toThrow(text);
  expect(await tokens.get()).toBe("t1");
});

test("always uses the same token on the emulator", () => {
  EMULATOR_TOKENS.renew("owner");
  expect(EMULATOR_TOKENS.get()).toBe("owner");
});
