/** Parts of the REST client: tokens, queries, pages and the platform. */

import { channel } from "node:diagnostics_channel";
import type { KeyRange } from "@greenhouse/domain/identity/key-range";
import { pagesOf } from "@greenhouse/database/client/pages";
import { leaveBodiesUnread, readBodiesAgain } from "@greenhouse/database/client/platform";
import { byKey, byText } from "@greenhouse/database/client/queries";
import { createTokens } from "@greenhouse/database/client/tokens";
import type { TokenSource } from "@greenhouse/database/client/tokens";
import fc from "fast-check";
import { compareKeys } from "../../../../emulator/src/tree/order";

describe("tokens", () => {
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
});

/** The client sorts children like the database, because JSON loses their order. */
describe("queries", () => {
  const keys = fc.oneof(
    fc.string({
      minLength: 1,
      maxLength: 4,
      unit: fc.constantFrom("-", "0", "1", "2", "9", "a", "Z", "_", "~", "ä"),
    }),
    fc.integer({ min: -3_000_000_000, max: 3_000_000_000 }).map(String),
  );

  test("sorts keys like the emulator", () => {
    fc.assert(
      fc.property(fc.uniqueArray(keys), (names) => {
        const children = Object.fromEntries(names.map((name) => [name, true]));
        expect(byKey(children).map(([key]) => key)).toEqual(names.toSorted(compareKeys));
      }),
    );
  });

  test("sorts children by text values, and equal values by keys", () => {
    const members = { "10": "viewer", "9": "viewer", zoe: "owner", adam: "viewer", ben: "owner" };
    const names = byText(members).map(([key]) => key);
    expect(names).toEqual(["ben", "zoe", "9", "10", "adam"]);
  });
});

test("pages begin at a key, and the children before it come last", async () => {
  const children = ["a", "b", "c", "d", "e"].map((key) => [key, true] as const);
  const readPage = (_: string, { from = "", after = "", before = "~" }: KeyRange, limit: number) =>
    Promise.resolve(
      children.filter(([key]) => key >= from && key > after && key < before).slice(0, limit),
    );
  const pages: (readonly string[])[] = [];
  for await (const page of pagesOf({ readPage }, "alertOutbox", 2, "c")) {
    pages.push(page.map(([key]) => key));
  }
  expect(pages).toEqual([["c", "d"], ["e"], ["a", "b"]]);
});

describe("the platform", () => {
  test("removes the content type, so that the framework leaves bodies unread", () => {
    const seen = (): object => {
      const request = { headers: { "content-type": "application/json", "content-length": "2" } };
      channel("http.server.request.start").publish({ request });
      return request.headers;
    };
    leaveBodiesUnread();
    expect(seen()).toEqual({ "content-length": "2" });
    readBodiesAgain();
    expect(Object.keys(seen())).toEqual(["content-type", "content-length"]);
  });
});
