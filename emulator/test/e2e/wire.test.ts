import { type Event, type Exchange, NOW, type Push, type WireCase } from "../cases/wire/case";
import { type Json, nodeFromJson, nodeToJson } from "../../src/tree/json";
import { useEmulator } from "../../testing/emulator";
import { queryCases, transcriptsOf } from "../support/wire-transcripts";
import { addressOf, type Message, useWireClients, WireClient } from "../support/wire-client";

const CASES = {
  listening: transcriptsOf("listening"),
  "listening with a cache": transcriptsOf("caches"),
  queries: queryCases(),
  windows: transcriptsOf("windows"),
  "writing, server values and priorities": transcriptsOf("writing"),
  transactions: transcriptsOf("transactions"),
  onDisconnect: transcriptsOf("on-disconnect"),
  authentication: transcriptsOf("authentication"),
  revocation: transcriptsOf("revocation"),
  refusals: transcriptsOf("refusals"),
};

const emulator = useEmulator({ now: () => NOW });
const connect = useWireClients(emulator);
let started = 0;

/** Converts lists to objects: for the database a list equals an object with the same keys. */
function asStored(json: Json): Json {
  return nodeToJson(nodeFromJson(json, NOW), true);
}

/** The connections of one case, by name. */
class Conversation {
  private readonly clients = new Map<string, WireClient>();

  constructor(readonly namespace: string) {}

  async run(step: Exchange | Event): Promise<void> {
    if ("send" in step) await this.exchange(step);
    else await this.happen(step);
    for (const [name, client] of this.clients) {
      const pushed = (await client.drain()).map(asPush);
      expect({ [name]: pushed }).toEqual({ [name]: step.others?.[name] ?? [] });
    }
  }

  private async exchange(step: Exchange): Promise<void> {
    const client = await this.clientOf(step.as ?? "a");
    const received = await client.ask(...step.send);
    const answer = received.pop();
    const [status, data] = step.answer ?? ["ok", ""];
    expect({ pushed: received.map(asPush), answer }).toEqual({
      pushed: step.pushed ?? [],
      answer: { s: status, d: data },
    });
  }

  private async happen({ close, rules, write }: Event): Promise<void> {
    if (rules !== undefined) await emulator.setRules(this.namespace, rules);
    if (write !== undefined) await emulator.put(this.namespace, ...write);
    if (close !== undefined) {
      await (await this.clientOf(close)).close();
      this.clients.delete(close);
    }
  }

  private async clientOf(name: string): Promise<WireClient> {
    let client = this.clients.get(name);
    if (client === undefined) {
      client = await connect(this.namespace);
      this.clients.set(name, client);
    }
    return client;
  }
}

function asPush({ a: action, b: body }: Message): Push {
  return [action, body] as unknown as Push;
}

function newNamespace(): string {
  return `wire-${(started += 1)}`;
}

describe.each(Object.entries(CASES))("%s", (_, cases: readonly WireCase[]) => {
  it.each(cases.map((wireCase) => [wireCase.name, wireCase] as const))(
    "%s",
    async (_name, wireCase) => {
      const conversation = new Conversation(newNamespace());
      const { namespace } = conversation;
      if (wireCase.given !== undefined) await emulator.put(namespace, "/", wireCase.given);
      if (wireCase.rules !== undefined) await emulator.setRules(namespace, wireCase.rules);
      for (const step of wireCase.steps) await conversation.run(step);
      if (wireCase.after !== undefined) {
        expect(await emulator.get(namespace, "/")).toEqual(asStored(wireCase.after));
      }
    },
  );
});

describe("a connection", () => {
  it("begins with a hello that has the client's name of the host", async () => {
    const client = await WireClient.connect(addressOf(emulator, "hello"));
    const greeting = await client.next();
    await client.breakOff();
    expect(greeting).toEqual({
      t: "c",
      d: {
        t: "h",
        d: { ts: NOW, v: "5", h: `${emulator.host}:${emulator.port}`, s: expect.any(String) },
      },
    });
  });

  it("answers a ping, and ignores keep-alives and unknown controls", async () => {
    const client = await connect(newNamespace());
    client.sendText("0");
    client.sendText(JSON.stringify({ t: "c", d: { t: "n", d: {} } }));
    client.sendText(JSON.stringify({ t: "c", d: { t: "p", d: {} } }));
    expect(await client.next()).toEqual({ t: "c", d: { t: "o", d: null } });
  });

  it("commits its onDisconnect writes when it breaks", async () => {
    const [leaving, staying] = [await connect("break-off"), await connect("break-off")];
    await leaving.ask("o", { p: "/x", d: "gone" });
    await staying.ask("q", { p: "/x", h: "" });
    await leaving.breakOff();
    expect(await staying.next()).toEqual({ t: "d", d: { a: "d", b: { p: "x", d: "gone" } } });
  });

  it("gets a message when its token expires, before its listeners are lost", async () => {
    const namespace = newNamespace();
    await emulator.put(namespace, "/x", 1);
    await emulator.setRules(namespace, { x: { ".read": "auth !== null" } });
    const client = await connect(namespace);
    const claims = Buffer.from(JSON.stringify({ sub: "u", exp: NOW / 1_000 + 0.2 }));
    // Sent together, so the listener exists long before the token expires.
    client.send("auth", { cred: `e30.${claims.toString("base64url")}.` });
    const listening = client.send("q", { p: "/x", h: "" });
    await client.until(({ d }) => (d as Message)["r"] === listening);
    expect([await client.next(), await client.next()]).toEqual([
      { t: "d", d: { a: "ac", b: { s: "expired_token", d: "Auth token is expired" } } },
      { t: "d", d: { a: "c", b: { p: "x" } } },
    ]);
  });
});

describe("a client that vanishes without closing", () => {
  const pinging = useEmulator({ now: () => NOW, pingIntervalMs: 20 });
  const connectThere = useWireClients(pinging);

  it("is disconnected when it does not answer pings", async () => {
    const observer = await connectThere("gone");
    await observer.ask("q", { p: "/online", h: "" });
    const gone = await WireClient.connect(addressOf(pinging, "gone"), { autoPong: false });
    await gone.ask("o", { p: "/online", d: false });
    expect(await observer.next()).toEqual({ t: "d", d: { a: "d", b: { p: "online", d: false } } });
  });
});

describe("a client of an emulator that explains denials", () => {
  const explaining = useEmulator({ now: () => NOW, explainDenials: true });
  const connectThere = useWireClients(explaining);

  it("learns which rule refused a write", async () => {
    await explaining.setRules("why", { x: { ".write": "newData.isNumber()" } });
    const client = await connectThere("why");
    expect(await client.ask("p", { p: "/x", d: "text" })).toEqual([
      { a: "sd", b: { msg: expect.stringContaining(".write at /x") } },
      { s: "permission_denied", d: "Permission denied" },
    ]);
  });
});

describe("hostile input", () => {
  it.each([
    ["not JSON", "hello"],
    ["null", "null"],
    ["a list", "[1]"],
    ["a number of seven digits", "1234567"],
    ["a message without a type", '{"d":{}}'],
    ["a message of an unknown type", '{"t":"x","d":{}}'],
    ["a message without content", '{"t":"d"}'],
    ["a request with a list as its number", '{"t":"d","d":{"r":[1],"a":"p","b":{}}}'],
    ["a request without an action", '{"t":"d","d":{"r":1,"b":{}}}'],
    ["a request whose body is a string", '{"t":"d","d":{"r":1,"a":"p","b":"x"}}'],
  ])("%s: the server sends an error and closes", async (_, frame) => {
    const client = await connect(newNamespace());
    client.sendText(frame);
    client.sendText(frame);
    expect([await client.next(), await client.next()]).toEqual([
      { t: "c", d: { t: "e", d: "The message does not follow the protocol." } },
      undefined,
    ]);
  });

  it.each([
    ["an infinite number", '{"r":1,"a":"p","b":{"p":"/x","d":1e400}}', "a number is not finite"],
    [
      "JSON of 100,000 levels",
      `{"r":1,"a":"p","b":{"p":"/x","d":${"[".repeat(1e5)}${"]".repeat(1e5)}}}`,
      "the data is deeper than 32 levels",
    ],
    [
      "leaves inside leaves",
      `{"r":1,"a":"p","b":{"p":"/x","d":${'{".value":'.repeat(1e5)}1${"}".repeat(1e5)}}}`,
      ".value must be a number, a string, a boolean or null",
    ],
    [
      "a server value of 100,000 levels",
      `{"r":1,"a":"p","b":{"p":"/x","d":{".sv":${"[".repeat(1e5)}${"]".repeat(1e5)}}}}`,
      'unknown server value: use "timestamp" or {"increment": <number>}',
    ],
    [
      "a path of 100,000 levels",
      `{"r":1,"a":"q","b":{"p":"${"/a".repeat(1e5)}"}}`,
      "the path is deeper than 32 levels",
    ],
    [
      "an index of 100,000 levels",
      `{"r":1,"a":"g","b":{"p":"/x","q":{"i":"${"/a".repeat(1e5)}"}}}`,
      "i must be .key, .value, .priority or a path",
    ],
    [
      "auth of 100,000 levels",
      `{"r":1,"a":"gauth","b":{"cred":"owner","authvar":{"a":${"[".repeat(1e5)}${"]".repeat(1e5)}}}}`,
      "authvar must be an object or null.",
    ],
  ])("%s: the server refuses the request and stays connected", async (_, request, problem) => {
    const client = await connect(newNamespace());
    client.sendText(`{"t":"d","d":${request}}`);
    const { d } = (await client.next()) as { d: { b: { d: unknown } } };
    expect(d.b.d).toBe(problem);
    expect(await client.ask("g", { p: "/" })).toEqual([{ s: "ok", d: null }]);
  });

  it("unknown members of a query are not echoed", async () => {
    const client = await connect(newNamespace());
    const junk = `${"[".repeat(1e5)}${"]".repeat(1e5)}`;
    client.sendText(`{"t":"d","d":{"r":1,"a":"q","b":{"p":"/x","q":{"l":1,"zz":${junk}},"t":1}}}`);
    await client.next();
    expect(await client.next()).toEqual({ t: "d", d: { r: 1, b: { s: "ok", d: {} } } });
  });

  it("-0 is stored as 0, because JSON would carry 0 to other clients", async () => {
    const client = await connect(newNamespace());
    client.sendText('{"t":"d","d":{"r":"z","a":"p","b":{"p":"/x","d":-0}}}');
    expect(await client.next()).toEqual({ t: "d", d: { r: "z", b: { s: "ok", d: "" } } });
    // This is the hash of 0.
    const hash = "7ysMph9WPitGP7poMnMHMVPtUlI=";
    expect(await client.ask("p", { p: "/x", d: 1, h: hash })).toEqual([{ s: "ok", d: "" }]);
  });

  it("missing or empty parts do not delay other clients", async () => {
    const [waiting, otherClient] = [await connect(newNamespace()), await connect(newNamespace())];
    waiting.sendText("999999");
    for (let part = 0; part < 1_000; part += 1) waiting.sendText("");
    expect(await otherClient.ask("g", { p: "/" })).toEqual([{ s: "ok", d: null }]);
  });

  it("a message of more than 32 MB closes the connection", async () => {
    const client = await connect(newNamespace());
    const part = "x".repeat(1_000_000);
    client.sendText("999999");
    for (let sent = 0; sent < 40; sent += 1) client.sendText(part);
    expect([await client.next(), await client.next()]).toEqual([
      { t: "c", d: { t: "e", d: "The specified payload is too large." } },
      undefined,
    ]);
  });

  it.each(["//", "/.ws?ns=a/b", "/.lp?ns=a", "/x?ns=a"])(
    "opens no socket at %s",
    async (target) => {
      const address = `ws://${emulator.host}:${emulator.port}`;
      await expect(WireClient.connect(address + target)).rejects.toThrow("400");
      const client = await connect(newNamespace());
      expect(await client.ask("g", { p: "/" })).toEqual([{ s: "ok", d: null }]);
    },
  );
});
