import { type RestServer, startRestServer } from "../../support/rest-server";
import { rulesetOfFile } from "../../../testing/rulesets";

let server: RestServer;

beforeAll(async () => {
  server = await startRestServer();
});
afterAll(() => server.close());

const OWNER = { Authorization: "Bearer owner" };
const SOURCE = `{
  // <everyone>
  "rules": {
    ".read": "auth != null",
    "a": { ".write": "newData.isNumber() &&
      newData.val() > 0", "b\\u0041": {} }
  }
}`;

describe("the rules", () => {
  it("are returned as they were written, without a byte order mark", async () => {
    const put = { method: "PUT", path: "/.settings/rules.json?ns=rules", headers: OWNER };
    const loaded = await server.send({ ...put, body: `\ufeff${SOURCE}` });
    expect([loaded.status, loaded.text]).toEqual([200, '{"status":"ok"}']);
    const answer = await server.send({ path: "/.settings/rules.json?ns=rules", headers: OWNER });
    expect(answer.text).toBe(SOURCE);
  });

  it("are returned as plain JSON with format=strict", async () => {
    server.namespaces.get("strict").setRuleset(rulesetOfFile(SOURCE));
    const path = "/.settings/rules.json?ns=strict&format=strict";
    const answer = await server.send({ path, headers: OWNER });
    expect(JSON.parse(answer.text)).toEqual({
      rules: {
        ".read": "auth != null",
        a: { ".write": "newData.isNumber() &&\n      newData.val() > 0", bA: {} },
      },
    });
  });

  it("with mistakes are rejected with lines and columns, and the current rules stay", async () => {
    const database = server.namespaces.get("mistaken");
    const before = database.ruleset;
    const answer = await server.send({
      method: "PUT",
      path: "/.settings/rules.json?ns=mistaken",
      headers: OWNER,
      body: '{\n  "rules": {\n    ".read": "tr",\n    ".write": "1 + 1"\n  }\n}',
    });
    const { error } = JSON.parse(answer.text) as { error: string };
    expect(answer.status).toBe(400);
    expect(error.split("\n")).toEqual([
      expect.stringMatching(/^3:15: .+ \(\/rules\/\.read\)$/),
      expect.stringMatching(/^4:\d+: .+ \(\/rules\/\.write\)$/),
    ]);
    expect(database.ruleset).toBe(before);
  });

  it("in a dry run have no effect, and do not make their namespace the default", async () => {
    const fresh = await startRestServer({});
    const before = fresh.namespaces.get("tried").ruleset;
    const put = (search: string) => {
      const path = `/.settings/rules.json?${search}`;
      return fresh.send({ method: "PUT", path, headers: OWNER, body: SOURCE });
    };
    const { status } = await put("ns=tried&dryRun=true");
    await put("ns=loaded");
    const name = fresh.namespaces.nameFor(new URLSearchParams(), "127.0.0.1:9000");
    await fresh.close();
    expect([status, fresh.namespaces.get("tried").ruleset, name]).toEqual([200, before, "loaded"]);
  });
});

describe("coverage", () => {
  const source = '{"rules": {"a": {".read": "auth != null || data.val() < \\"<b>\\""}}}';

  it("marks the escaped source on a page", async () => {
    server.namespaces.get("page").setRuleset(rulesetOfFile(source));
    await server.send({ path: "/a.json?ns=page" });
    const answer = await server.send({ path: "/.inspect/coverage?ns=page" });
    expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
    const [, marked = ""] = /<pre>(.*)<\/pre>/s.exec(answer.text) ?? [];
    expect(marked).toContain('<span class="no" title="/rules/a/.read\nauth != null\nfalse: 1×">');
    expect(marked).toContain('data.val() &#60; &#34;&#60;b&#62;&#34;\nerror: 1×">');
    const text = marked
      .replaceAll(/<[^<>]*>/g, "")
      .replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
    expect(text).toBe(source);
  });
});

describe("databases", () => {
  it("are listed for the export, and listing does not create a database", async () => {
    const fresh = await startRestServer();
    await fresh.send({ path: "/.json?ns=two" });
    await fresh.send({ path: "/.json?ns=one" });
    const answer = await fresh.send({ path: "/.inspect/databases.json?ns=demo", headers: OWNER });
    await fresh.close();
    expect(JSON.parse(answer.text)).toEqual([{ name: "one" }, { name: "two" }]);
  });

  it("are not found by an invalid name", async () => {
    const answer = await server.send({ path: "/a.json?ns=../x" });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      400,
      { error: "A database's name (?ns=) must consist of letters, digits, - and _." },
    ]);
  });
});

it("the page at / loads nothing from other hosts", async () => {
  const answer = await server.send({ path: "/?ns=demo" });
  const type = answer.headers["content-type"];
  expect([answer.status, type]).toEqual([200, "text/html; charset=utf-8"]);
  expect(answer.text).not.toMatch(/(?:src|href)="|https?:/);
});
