import {
  createTokens,
  EMULATOR_TOKENS,
  type TokenSource,
} from "@greenhouse/database/client/tokens";

/** Stands in for the library: each one that is made answers with what the test says. */
function createLibrary(...answers: readonly (() => Promise<string | null>)[]) {
  const library = { created: 0, asked: 0 };
  const create = (): TokenSource => {
    const answer = answers[library.created] ?? (() => Promise.reject(new Error("one too many")));
    library.created += 1;
    const getAccessToken = (): Promise<string | null> => {
      library.asked += 1;
      return answer();
    };
    return { getAccessToken };
  };
  const clock = { nowMs: 0 };
  return { library, clock, tokens: createTokens(create, () => clock.nowMs) };
}

const give = (token: string) => () => Promise.resolve(token);

test("a token is the library's, which is asked once a minute and renews it in time", async () => {
  const { library, clock, tokens } = createLibrary(give("t1"));
  expect([await tokens.get(), tokens.get()]).toEqual(["t1", "t1"]);
  clock.nowMs = 59_999;
  expect(tokens.get()).toBe("t1");
  expect(library).toEqual({ created: 1, asked: 1 });
  clock.nowMs = 60_000;
  expect(await tokens.get()).toBe("t1");
  expect(library).toEqual({ created: 1, asked: 2 });
});

test("after a token that was refused, another library object is asked", async () => {
  const { library, tokens } = createLibrary(give("t1"), give("t2"));
  tokens.renew(await tokens.get());
  expect(await tokens.get()).toBe("t2");
  expect(library).toEqual({ created: 2, asked: 2 });
});

test("many requests whose same token was refused renew it once", async () => {
  const { library, tokens } = createLibrary(give("t1"), give("t2"));
  const same = [await tokens.get(), await tokens.get(), await tokens.get()] as const;
  tokens.renew(same[0]);
  tokens.renew(same[1]);
  expect(await tokens.get()).toBe("t2");
  tokens.renew(same[2]);
  expect(await tokens.get()).toBe("t2");
  expect(library.created).toBe(2);
});

test("a token that is older than the newest one renews nothing", async () => {
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
])("without a token the request fails, and the next one asks again: %s", async (_, fail, text) => {
  let isFirst = true;
  const { tokens } = createLibrary(() => {
    if (!isFirst) return Promise.resolve("t1");
    isFirst = false;
    return fail();
  });
  await expect(tokens.get()).rejects.toThrow(text);
  expect(await tokens.get()).toBe("t1");
});

test("on the emulator the token is always the same", () => {
  EMULATOR_TOKENS.renew("owner");
  expect(EMULATOR_TOKENS.get()).toBe("owner");
});
