import { type Json, nodeFromJson, nodeToJson } from "../../src/tree/json";
import { useEmulator } from "../../testing/emulator";
import {
  NOW,
  queryCases,
  type Received,
  type Step,
  transcriptsOf,
  type WireCase,
} from "../support/wire-transcripts";
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

  async run(step: Step): Promise<void> {
    const seen: Record<string, Received[]> = {};
    if (step.kind === "request") seen[step.as] = await this.ask(step.as, step.action, step.body);
    else if (step.kind === "close") await this.close(step.as);
    else if (step.kind === "rules") await emulator.setRules(this.namespace, step.rules);
    else await emulator.put(this.namespace, step.path, step.json);
    for (const [name, client] of this.clients) {
      seen[name] = [...(seen[name] ?? []), ...(await client.drain()).map(asPush)];
      const expected = step.received[name] ?? [];
      const isAnswered = step.kind !== "request" || step.as !== name || expected.some(isAnswer);
      expect({ [name]: seen[name] }).toEqual({ [name]: isAnswered ? expected : [...expected, OK] });
    }
  }

  private async ask(as: string, action: string, body: Json): Promise<Received[]> {
    let client = this.clients.get(as);
    if (client === undefined) this.clients.set(as, (client = await connect(this.namespace)));
    const messages = await client.ask(action, body);
    const { s: status, d: data } = messages.pop() ?? {};
    return [...messages.map(asPush), ["=", status as string, data as Json]];
  }

  private async close(as: string): Promise<void> {
    await this.clients.get(as)?.close();
    this.clients.delete(as);
  }
}

const OK: Received = ["=", "ok", ""];
const isAnswer = ([sign]: Received): boolean => sign === "=";

function asPush({ a: action, b: body }: Message): Received {
  return ["<", action as string, body as Json];
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
    ["a list", "[1]"],
    ["a number of seven digits", "1234567"],
    ["a message of an unknown type", '{"t":"x","d":{}}'],
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

  it("missing or empty parts do not delay other clients", async () => {
    const [waiting, otherClient] = [await connect(newNamespace()), await connect(newNamespace())];
    waiting.sendText("999999");
    for (let part = 0; part < 1_000; part += 1) waiting.sendText("");
    expect(await otherClient.ask("g", { p: "/" })).toEqual([{ s: "ok", d: null }]);
  });

  it.each(["//", "/.ws?ns=a/b"])("opens no socket at %s", async (target) => {
    const address = `ws://${emulator.host}:${emulator.port}`;
    await expect(WireClient.connect(address + target)).rejects.toThrow("400");
    const client = await connect(newNamespace());
    expect(await client.ask("g", { p: "/" })).toEqual([{ s: "ok", d: null }]);
  });
});
