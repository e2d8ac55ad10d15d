/** How Hosting serves the page: policies, caches, and additions of the local stack. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../support/backend/addresses";
import { HOSTING_URL } from "../../support/web/addresses";

const shipped = readFileSync(join(ROOT, "firebase.json"), "utf8");

test.each(["/", "/f/any/g/thing", "/index.html"])(
  "serves the page at %s without caching",
  async (path) => {
    const response = await fetch(HOSTING_URL + path);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('<div id="page">');
    expect(response.headers.get("cache-control")).toBe("no-cache");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
  },
);

test("allows only the existing script in the document", async () => {
  const response = await fetch(HOSTING_URL);
  const scripts = [...(await response.text()).matchAll(/<script>([^<]+)<\/script>/g)];
  const hashes = scripts.map(([, script = ""]) =>
    createHash("sha256").update(script).digest("base64"),
  );
  const policy = response.headers.get("content-security-policy") ?? "";
  const allowed = [...policy.matchAll(/'sha256-([^']+)'/g)].map(([, hash]) => hash);
  expect(allowed).toHaveLength(1);
  expect(hashes).toEqual(allowed);
});

test("caches assets permanently, and answers 404 for missing assets", async () => {
  const page = await (await fetch(HOSTING_URL)).text();
  const [script] = /\/assets\/[\w-]+\.js/.exec(page) ?? [];
  const response = await fetch(HOSTING_URL + String(script));
  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect((await fetch(`${HOSTING_URL}/assets/gone.js`)).status).toBe(404);
});

test("gives production no demo people, and allows only addresses of the visitor's own machine", async () => {
  const response = await fetch(`${HOSTING_URL}/__/firebase/init.json`);
  expect(response.headers.get("x-demo-people")).toContain("demo-owner");
  const { hosting } = JSON.parse(shipped) as { hosting: unknown };
  expect(JSON.stringify(hosting)).not.toMatch(/demo|emulator/i);
  const policy = /connect-src ([^;]+)/.exec(JSON.stringify(hosting))?.[1]?.split(" ");
  const loopback = ["127.0.0.1", "localhost"].flatMap((host) => [
    `http://${host}:*`,
    `ws://${host}:*`,
  ]);
  expect(policy?.filter((source) => !/^(?:'self'|(?:https|wss):\/\/\S+)$/.test(source))).toEqual(
    loopback,
  );
});
