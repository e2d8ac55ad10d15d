/** The answers of the service worker if caches fail and networks answer with their own pages. */

/** Imported by a variable, because types of workers differ from types of tests. */
const FILE = "../../../../web/service-worker/page-files";

interface PageFiles {
  readonly installVersion: () => Promise<void>;
  readonly activateVersion: () => Promise<void>;
  readonly answerTo: (request: object, origin: string) => Promise<Response> | undefined;
}

const ORIGIN = "https://farm.example";
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
  return Promise.resolve(all.map((cache) => cache?.get(addressOf(wanted))?.clone()).find(Boolean));
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
  ["cors", `${ORIGIN}/assets/page-a1.js`],
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
