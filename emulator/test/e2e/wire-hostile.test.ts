import { NOW } from "../cases/wire/case";
import { useEmulator } from "../../testing/emulator";
import { useWireClients, WireClient } from "../support/wire-client";

const emulator = useEmulator({ now: () => NOW });
const open = useWireClients(emulator);
let started = 0;

const connect = (): Promise<WireClient> => open(`hostile-${(started += 1)}`);

describe("hostile input", () => {
  it.each([
    ["not JSON", "hello"],
    ["a list", "[1]"],
    ["null", "null"],
    ["a number of seven digits", "1234567"],
    ["a message without a type", '{"d":{}}'],
    ["a message of an unknown type", '{"t":"x","d":{}}'],
    ["a message without content", '{"t":"d"}'],
    ["a request without a number", '{"t":"d","d":{"a":"p","b":{"p":"/x","d":1}}}'],
    ["a request with a list as its number", '{"t":"d","d":{"r":[1],"a":"p","b":{}}}'],
    ["a request without an action", '{"t":"d","d":{"r":1,"b":{}}}'],
    ["a request whose body is a string", '{"t":"d","d":{"r":1,"a":"p","b":"x"}}'],
    ["a request whose body is null", '{"t":"d","d":{"r":1,"a":"p","b":null}}'],
  ])("%s: the server sends an error and closes", async (_, frame) => {
    const client = await connect();
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
      "a bound beyond all numbers",
      '{"r":1,"a":"q","b":{"p":"/x","q":{"sp":-1e400},"t":1}}',
      "sp must be null, a boolean, a number or a string",
    ],
    [
      "JSON of a million levels",
      `{"r":1,"a":"p","b":{"p":"/x","d":${"[".repeat(1e6)}${"]".repeat(1e6)}}}`,
      "the data is deeper than 32 levels",
    ],
    [
      "leaves inside leaves",
      `{"r":1,"a":"p","b":{"p":"/x","d":${'{".value":'.repeat(1e5)}1${"}".repeat(1e5)}}}`,
      ".value must be a number, a string, a boolean or null",
    ],
    [
      "a server value of a million levels",
      `{"r":1,"a":"p","b":{"p":"/x","d":{".sv":${"[".repeat(1e6)}${"]".repeat(1e6)}}}}`,
      'unknown server value: use "timestamp" or {"increment": <number>}',
    ],
    [
      "a path of a million levels",
      `{"r":1,"a":"q","b":{"p":"${"/a".repeat(1e6)}"}}`,
      "the path is deeper than 32 levels",
    ],
    [
      "an index of a million levels",
      `{"r":1,"a":"g","b":{"p":"/x","q":{"i":"${"/a".repeat(1e6)}"}}}`,
      "i must be .key, .value, .priority or a path",
    ],
    [
      "auth of a million levels",
      `{"r":1,"a":"gauth","b":{"cred":"owner","authvar":{"a":${"[".repeat(1e6)}${"]".repeat(1e6)}}}}`,
      "authvar must be an object or null.",
    ],
  ])("%s: the server refuses the request and stays connected", async (_, request, problem) => {
    const client = await connect();
    client.sendText(`{"t":"d","d":${request}}`);
    const { d } = (await client.next()) as { d: { b: { d: unknown } } };
    expect(d.b.d).toBe(problem);
    expect(await client.ask("g", { p: "/" })).toEqual([{ s: "ok", d: null }]);
  });

  it("unknown members of a query are not echoed", async () => {
    const client = await connect();
    const junk = `${"[".repeat(1e6)}${"]".repeat(1e6)}`;
    client.sendText(`{"t":"d","d":{"r":1,"a":"q","b":{"p":"/x","q":{"l":1,"zz":${junk}},"t":1}}}`);
    await client.next();
    expect(await client.next()).toEqual({ t: "d", d: { r: 1, b: { s: "ok", d: {} } } });
  });

  it("-0 is stored as 0, because JSON would carry 0 to other clients", async () => {
    const client = await connect();
    client.sendText('{"t":"d","d":{"r":"z","a":"p","b":{"p":"/x","d":-0}}}');
    expect(await client.next()).toEqual({ t: "d", d: { r: "z", b: { s: "ok", d: "" } } });
    // This is the hash of 0.
    const hash = "7ysMph9WPitGP7poMnMHMVPtUlI=";
    expect(await client.ask("p", { p: "/x", d: 1, h: hash })).toEqual([{ s: "ok", d: "" }]);
  });

  it("missing or empty parts do not delay other clients", async () => {
    const [waiting, otherClient] = [await connect(), await connect()];
    waiting.sendText("999999");
    for (let part = 0; part < 1_000; part += 1) waiting.sendText("");
    expect(await otherClient.ask("g", { p: "/" })).toEqual([{ s: "ok", d: null }]);
  });

  it("a message of more than 32 MB closes the connection", async () => {
    const client = await connect();
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
      const client = await connect();
      expect(await client.ask("g", { p: "/" })).toEqual([{ s: "ok", d: null }]);
    },
  );
});
