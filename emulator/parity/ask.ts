/** Asks a running emulator a question: one request after the other, or a scenario. Each question has a namespace. */

import { on, once } from "node:events";
import { Agent, type IncomingMessage, request as httpRequest } from "node:http";
import { WebSocket } from "ws";
import { type Address, Clients } from "./clients.ts";
import { type Answer, type Asked, normaliser } from "./compare.ts";
import { parseRequest, type Question, type Request } from "./question.ts";
import type { Scenario } from "./scenario.ts";

/** Time limit for an answer, or for all events of a stream. */
const TIMEOUT_MS = 20_000;

/** Keeps connections open, because there are many requests. */
const agent = new Agent({ keepAlive: true });

type Response = Pick<Answer, "status" | "headers" | "body">;

/**
 * Asks the requests of a question. Stops after an answer that rejects the rules or the data.
 * @param functionsPort where the emulator expects the functions emulator
 */
export async function ask(
  question: Question,
  host: string,
  functionsPort?: number,
): Promise<Asked> {
  const namespace = `${question.id.slice(0, 60)}-${Math.random().toString(36).slice(2, 10)}`;
  const normalise = normaliser({ host, namespace, now: Date.now() });
  const answers: Answer[] = [];
  for (const request of question.requests) {
    const address = { host, namespace, functionsPort };
    const response = await send(request, address, question.scenario);
    answers.push({ request: request.line, ...response, body: normalise(response.body) });
    if (request.isSetup && response.status !== 200) break;
  }
  return { question, answers };
}

/** Sends a request. The status is 0 if there is no answer. */
async function send(request: Request, address: Address, scenario?: Scenario): Promise<Response> {
  try {
    if (scenario !== undefined) return await play(scenario, address);
    if (request.method === "EXPR") return await evaluate(request, address);
    if (request.method === "WIRE") return await converse(request, address);
    if (request.method === "STREAM") return await readStream(request, address);
    return await responseOf(request, await open(request, address));
  } catch (error) {
    return { status: 0, headers: {}, body: String(error) };
  }
}

async function play(scenario: Scenario, address: Address): Promise<Response> {
  const clients = new Clients(address);
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const ended = once(timeout, "abort").then(() => Promise.reject(timeout.reason as Error));
  try {
    const answer: unknown = await Promise.race([scenario.ask(clients), ended]);
    return { status: 200, headers: {}, body: JSON.stringify(answer ?? null) };
  } finally {
    await clients.close();
  }
}

/**
 * Evaluates an expression of the rules: two reads ask it and its negation, because a failure denies both. The body is
 * true, false, "fails", or "refused" if the rules cannot be loaded.
 */
async function evaluate(request: Request, address: Address): Promise<Response> {
  const { body: expression = "" } = request;
  const rules = { is: { ".read": expression }, not: { ".read": `!(${expression})` } };
  const load = `owner> PUT /.settings/rules.json ${JSON.stringify({ rules })}`;
  const loaded = await send(parseRequest(load), address);
  if (loaded.status === 400) return { ...loaded, status: 200, body: '"refused"' };
  if (loaded.status !== 200) return loaded;
  const read = (target: string): Promise<Response> =>
    send({ ...request, method: "GET", target, body: undefined }, address);
  const [is, not] = [await read("/is.json"), await read("/not.json")];
  const [outcome] = [is, not].filter(({ status }) => status !== 401);
  if (outcome === undefined) return { ...is, status: 200, body: '"fails"' };
  return { ...outcome, body: outcome.status === 200 ? String(outcome === is) : outcome.body };
}

/** Percent-encodes characters that a URL cannot hold, and adds `ns=` unless the question names a namespace. */
function encoded({ target }: Request, namespace: string): string {
  const address = target.replaceAll(/[^\w.~:/?@!$&'()*+,;=%-]/gu, encodeURIComponent);
  if (/[?&]ns=/.test(target)) return address;
  return `${address}${target.includes("?") ? "&" : "?"}ns=${namespace}`;
}

async function open(
  request: Request,
  { host: authority, namespace }: Address,
): Promise<IncomingMessage> {
  const { hostname: host, port } = new URL(`http://${authority}`);
  const { method, body = "" } = request;
  // Node omits the length for methods that usually have no body.
  const length = body === "" ? {} : { "content-length": Buffer.byteLength(body) };
  const headers = { ...request.headers, ...length };
  const path = encoded(request, namespace);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const outgoing = httpRequest({ host, port, path, method, headers, signal, agent });
  outgoing.end(body);
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  return response.setEncoding("utf8");
}

async function responseOf(request: Request, response: IncomingMessage): Promise<Response> {
  const isAboutEtag = Object.keys(request.headers).some((name) => /etag|match/.test(name));
  const headers: Record<string, string> = {};
  for (const name of [...(isAboutEtag ? ["etag"] : []), ...request.compared]) {
    const value = response.headers[name];
    if (value !== undefined) headers[name] = String(value);
  }
  const body = (await response.toArray()).join("");
  return { status: response.statusCode ?? 0, headers, body };
}

/** Reads a stream. The body has the number of events, and requests to send after the first event. */
async function readStream(request: Request, address: Address): Promise<Response> {
  const [count, ...requests] = (request.body ?? "1").split("\n");
  const headers = { ...request.headers, accept: "text/event-stream" };
  const get = { ...request, method: "GET", headers, body: undefined };
  const response = await open(get, address);
  if (response.statusCode !== 200) return responseOf(request, response);
  const events: unknown[] = [];
  let text = "";
  try {
    for await (const chunk of response) {
      const blocks = `${text}${String(chunk)}`.split("\n\n");
      text = blocks.pop() ?? "";
      events.push(...blocks.map(eventOf).filter(([name]) => name !== "keep-alive"));
      if (events.length >= Number(count)) break;
      for (const line of requests.splice(0)) await send(parseRequest(line), address);
    }
  } catch {
    events.push("no more events");
  }
  return { status: 200, headers: {}, body: JSON.stringify(events) };
}

function eventOf(block: string): readonly [name: string, data: unknown] {
  const [, name = "", data = "null"] = /^event: ?(.*)\ndata: ?(.*)$/.exec(block) ?? [];
  return [name, JSON.parse(data)];
}

/**
 * Sends wire requests. The body has a line with an action and its body for each. A request waits for the last answer.
 */
async function converse(request: Request, { host, namespace }: Address): Promise<Response> {
  const lines = (request.body ?? "").split("\n");
  const token = request.headers["authorization"]?.replace("Bearer ", "");
  if (token !== undefined) lines.unshift(`auth ${JSON.stringify({ cred: token })}`);
  const socket = new WebSocket(`ws://${host}${encoded(request, namespace)}`);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const messages = on(socket, "message", { signal, close: ["close"] });
  const received: unknown[] = [];
  try {
    await messages.next();
    for (const [index, line] of lines.entries()) {
      const r = index + 1;
      const [, a, b = ""] = /^(\w+) (.*)$/.exec(line) ?? [];
      socket.send(`{"t":"d","d":{"r":${r},"a":"${a}","b":${b}}}`);
      for (let answered: unknown; answered !== r;) {
        const { value } = (await messages.next()) as { value: [Buffer] };
        const { d } = JSON.parse(String(value[0])) as { d: { r?: unknown } };
        received.push(d);
        answered = d.r;
      }
    }
  } finally {
    socket.terminate();
  }
  return { status: 101, headers: {}, body: JSON.stringify(received) };
}
