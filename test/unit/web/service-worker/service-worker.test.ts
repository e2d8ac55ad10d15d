/** The service worker: cached files, and messages. */

import { readMessage } from "../../../../web/service-worker/message";
import { isOfVersion, kindOf } from "../../../../web/service-worker/request-kind";

const ORIGIN = "https://farm.example";

describe("files", () => {
  /** Imported by a variable, because types of workers differ from types of tests. */
  const FILE = "../../../../web/service-worker/page-files";

  interface PageFiles {
    readonly installVersion: () => Promise<void>;
    readonly activateVersion: () => Promise<void>;
    readonly answerTo: (request: object, origin: string) => Promise<Response> | undefined;
  }

  const CONFIG = `${ORIGIN}/__/firebase/init.json`;

  /** Caches by name, each with responses by address. */
  const stored = new Map<string, Map<string, Response>>();
  const addressOf = (wanted: string | Request): string =>
    new URL(typeof wanted === "string" ? wanted : wanted.url, ORIGIN).href;
  const match = (
    wanted: string | Request,
    { cacheName }: { readonly cacheName?: string } = {},
  ): Promise<Response | undefined> => {
    const all = cacheName === undefined ? [...stored.values()] : [stored.get(cacheName)];
    return Promise.resolve(
      all.map((cache) => cache?.get(addressOf(wanted))?.clone()).find(Boolean),
    );
  };
  const open = (name: string): Promise<object> =>
    Promise.resolve({
      match: (wanted: string) => match(wanted, { cacheName: name }),
      addAll: () => Promise.reject(new TypeError("no network")),
      put: (request: Request, answer: Response) => {
        stored.set(name, (stored.get(name) ?? new Map()).set(request.url, answer));
        return Promise.resolve();
      },
    });
  const worker: Record<string, unknown> = { FILES: ["/index.html"], VERSION: "v1" };

  let network: () => Response;
  beforeEach(() => {
    stored.clear();
    network = () => new Response("of the network", { headers: { "Content-Type": "text/plain" } });
    Object.assign(globalThis, worker, {
      caches: {
        match,
        open,
        keys: () => Promise.resolve([...stored.keys()]),
        delete: (name: string) => Promise.resolve(stored.delete(name)),
      },
      fetch: () => new Promise((resolve) => resolve(network())),
    });
  });

  async function answer(url: string, mode = "cors"): Promise<string | undefined> {
    const { answerTo } = (await import(FILE)) as PageFiles;
    return (await answerTo({ method: "GET", mode, url }, ORIGIN))?.text();
  }

  test("answers with a cached document of this version only", async () => {
    stored.set("page-v1", new Map([[`${ORIGIN}/index.html`, new Response("v1")]]));
    stored.set("page-v0", new Map([[`${ORIGIN}/index.html`, new Response("v0")]]));
    expect(await answer(`${ORIGIN}/f/any`, "navigate")).toBe("v1");
    stored.delete("page-v1");
    expect(await answer(`${ORIGIN}/f/any`, "navigate")).toBe("of the network");
  });

  test.each([
    ["navigate", `${ORIGIN}/f/any`],
    ["cors", CONFIG],
  ])("skips caches that cannot be read (%s %s)", async (mode, url) => {
    const broken = (): Promise<never> => Promise.reject(new DOMException("broken", "UnknownError"));
    Object.assign(globalThis, { caches: { match: broken, open: broken } });
    expect(await answer(url, mode)).toBe("of the network");
  });

  test("rejects the sign-in page of a Wi-Fi network as configuration", async () => {
    network = () => Response.json("good");
    expect(await answer(CONFIG)).toBe('"good"');
    network = () => new Response("<h1>Sign in</h1>", { headers: { "Content-Type": "text/html" } });
    expect(await answer(CONFIG)).toBe('"good"');
    network = () => {
      throw new TypeError("no network");
    };
    expect(await answer(CONFIG)).toBe('"good"');
  });

  test("keeps files of another worker of the same version, also if the network fails", async () => {
    Object.assign(globalThis, { FILES: ["/index.html", "/assets/page-a1.js"] });
    const document = '<script src="/assets/page-a1.js"></script>';
    stored.set("page-v1", new Map([[`${ORIGIN}/index.html`, new Response(document)]]));
    const { installVersion } = (await import(FILE)) as PageFiles;
    await installVersion();
    expect(await answer(`${ORIGIN}/f/any`, "navigate")).toBe(document);
  });

  test("keeps the files of the previous version only, for tabs that still run it", async () => {
    for (const name of ["page-v-1", "page-v0", "page-v1", "config"]) stored.set(name, new Map());
    const { activateVersion } = (await import(FILE)) as PageFiles;
    await activateVersion();
    expect([...stored.keys()]).toEqual(["page-v0", "page-v1", "config"]);
  });

  test("deletes the caches of other workers and answers nothing if switched off", async () => {
    Object.assign(globalThis, { FILES: [] });
    for (const name of ["page-v0", "page-v1", "config"]) {
      stored.set(name, new Map([[`${ORIGIN}/index.html`, new Response(name)]]));
    }
    const { installVersion, activateVersion } = (await import(FILE)) as PageFiles;
    await installVersion();
    await activateVersion();
    expect([...stored.keys()]).toEqual([]);
    expect(await answer(`${ORIGIN}/f/any`, "navigate")).toBeUndefined();
    expect(await answer(CONFIG)).toBeUndefined();
  });
});

describe("requests", () => {
  const FILES = ["/index.html", "/icon.svg", "/assets/page-a1.js"];

  test.each([
    ["GET", "navigate", `${ORIGIN}/f/any/g/thing?range=7d`, "page"],
    ["GET", "cors", `${ORIGIN}/assets/of-an-older-version.js`, "file"],
    ["GET", "cors", `${ORIGIN}/__/firebase/init.json`, "config"],
    ["GET", "navigate", `${ORIGIN}/__/auth/handler?x=1`, undefined],
    ["POST", "cors", `${ORIGIN}/assets/page-a1.js`, undefined],
    ["GET", "cors", "https://identitytoolkit.googleapis.com/v1/accounts", undefined],
  ])("%s (%s) %s: %s", (method, mode, url, kind) => {
    expect(kindOf({ method, mode, url }, ORIGIN, FILES)).toBe(kind);
  });

  test.each([
    ['<script src="/assets/page-a1.js">', true],
    ['<script src="/assets/page-a1.js"><link href="/assets/page-b2.css">', false],
    ["Please sign in to this Wi-Fi", false],
  ])("decides if %s is of this version: %s", (document, isOwn) => {
    expect(isOfVersion(document, FILES)).toBe(isOwn);
  });
});

describe("messages", () => {
  test("shows a message unchanged", () => {
    const message = {
      title: "Tomatoes: 2.1 °C",
      body: "since 02:14",
      tag: "farm",
      staysOpen: true,
      url: `${ORIGIN}/f/x`,
    };
    expect(readMessage(JSON.stringify(message), ORIGIN)).toEqual(message);
    expect(readMessage(JSON.stringify({ ...message, url: "/f/x" }), ORIGIN)).toEqual(message);
  });

  // With an empty tag, browsers refuse to show the message.
  test.each([undefined, '{"title":7,"url":[],"tag":""}'])(
    "shows a message for %p that leads to the start",
    (text) => {
      const { title, body, url, tag } = readMessage(text, ORIGIN);
      expect([title, body, url, tag]).toEqual(["Greenhouses", "", `${ORIGIN}/`, undefined]);
    },
  );

  test.each(["javascript:alert(1)", "//evil.example/", "http://["])("does not open %s", (url) => {
    expect(readMessage(JSON.stringify({ title: "x", url }), ORIGIN).url).toBe(`${ORIGIN}/`);
  });
});
