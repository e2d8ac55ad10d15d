/**
 * Posts events to the functions emulator over kept connections. For a failed request it tells if the event was sent.
 */

import { Agent, request, type ClientRequest } from "node:http";

export type Answer =
  | { readonly status: "answered"; readonly code: number; readonly text: string }
  /** The connection failed, so the event was not sent. */
  | { readonly status: "unsent"; readonly reason: string }
  /** The event was sent, but there was no complete answer. */
  | { readonly status: "broken"; readonly reason: string };

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Returns the path for events of a function. @param key region, name and how often the functions were loaded */
export function functionPath(project: string, key: string): string {
  return `/functions/projects/${project}/triggers/${key}`;
}

export interface Post {
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
}

/**
 * A connection that was idle for longer is not used again. The functions emulator closes a connection after 5 s. An
 * event that is sent at the same moment would be lost.
 */
const MAX_IDLE_MS = 1_000;

/** Maximum number of characters of an answer that are read. The answer is only for the log. */
const MAX_ANSWER_LENGTH = 1_000;

export class FunctionsClient {
  private readonly agent = new Agent({ keepAlive: true, timeout: MAX_IDLE_MS });
  private readonly underWay = new Set<ClientRequest>();

  constructor(
    private readonly emulator: Address,
    private readonly timeoutMs: number,
  ) {}

  post({ path, contentType, body }: Post): Promise<Answer> {
    const { port } = this.emulator;
    const host = connectable(this.emulator.host);
    const headers = { "Content-Type": contentType, "Content-Length": Buffer.byteLength(body) };
    return new Promise((resolve) => {
      let isSent = false;
      const call = request({ host, port, path, method: "POST", headers, agent: this.agent });
      const timer = setTimeout(() => {
        call.destroy(new Error(`no answer within ${this.timeoutMs / 1_000} s`));
      }, this.timeoutMs);
      const finish = (answer: Answer): void => {
        clearTimeout(timer);
        this.underWay.delete(call);
        resolve(answer);
      };
      const fail = ({ message }: Error): void =>
        finish({ status: isSent ? "broken" : "unsent", reason: message });
      this.underWay.add(call);
      call.on("socket", (socket) => {
        if (socket.connecting) socket.once("connect", () => (isSent = true));
        else isSent = true;
      });
      call.on("error", fail);
      // This event also follows an answer that is not final, such as 101.
      call.on("close", () => fail(new Error("the connection was closed")));
      call.on("response", (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          if (text.length < MAX_ANSWER_LENGTH) text += chunk;
        });
        response.on("error", fail);
        response.on("end", () =>
          finish({
            status: "answered",
            code: response.statusCode ?? 0,
            text: text.slice(0, MAX_ANSWER_LENGTH),
          }),
        );
      });
      call.end(body);
    });
  }

  /** Aborts the requests under way. */
  close(): void {
    for (const call of this.underWay) call.destroy(new Error("the emulator stops"));
    this.agent.destroy();
  }
}

/** Returns an address to connect to: 127.0.0.1 or ::1 for a host that means all addresses of this machine. */
function connectable(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  return host === "::" || host === "[::]" ? "::1" : host;
}
