/** Answers a board with outputs like the functions, with a clock that a test advances. */

import { createHmac } from "node:crypto";
import { answerFor } from "@greenhouse/domain/outputs/answer";
import { nextVersion } from "@greenhouse/domain/outputs/ordering";
import type { Order, Output, Reported } from "@greenhouse/domain/outputs/model";
import type { Sensor } from "../backend/farm";
import { TimedBackend } from "./timed-backend";
import type { BackendAnswer } from "./timed-backend";

type Reports = Readonly<Record<string, Reported>>;
interface Request {
  readonly uid: string;
  readonly outputs?: Reports;
  readonly readings?: readonly unknown[];
}

export class OrderingBackend extends TimedBackend {
  readonly #apiKey: string;
  readonly #outputs = new Map<string, Output>();
  readonly #orders = new Map<string, Order>();
  /** The reported states, in order. */
  readonly reports: Reports[] = [];
  /** Whether the backend can read the orders. */
  readsOrders = true;

  constructor(sensor: Sensor, apiKey: string) {
    super();
    this.#apiKey = apiKey;
    this.register(sensor, apiKey);
  }

  define(name: string, limits: Partial<Output> = {}): void {
    const output = { name, kind: "switch", leaseSeconds: 600, maxOnSeconds: 3_600 } as const;
    this.#outputs.set(name, { ...output, viewersMay: false, ...limits });
  }

  order(name: string, value: number, forMs: number): void {
    const version = nextVersion(this.#orders.get(name), this.now());
    const until = value > 0 ? this.now() + forMs : undefined;
    this.#orders.set(name, { value, version, until, by: "olga", at: this.now() });
  }

  versionOf(name: string): number | undefined {
    return this.#orders.get(name)?.version;
  }

  override answer(method: string, signature: string | undefined, body: Buffer): BackendAnswer {
    if (method !== "POST") return super.answer(method, signature, body);
    const { readings, outputs } = JSON.parse(body.toString()) as Request;
    const answer =
      readings === undefined
        ? this.#takeSignOfLife(signature, body)
        : super.answer(method, signature, body);
    if (answer.status !== 200 || outputs === undefined) return answer;
    this.reports.push(outputs);
    if (!this.readsOrders) return answer;
    const answers = Object.keys(outputs).flatMap((name) => {
      const output = this.#outputs.get(name);
      if (output === undefined) return [];
      return [[name, answerFor(output, this.#orders.get(name), this.now())] as const];
    });
    const content = JSON.parse(answer.text) as object;
    return {
      ...answer,
      text: JSON.stringify({ ...content, outputs: Object.fromEntries(answers) }),
    };
  }

  #takeSignOfLife(signature: string | undefined, body: Buffer): BackendAnswer {
    const expected = createHmac("sha256", this.#apiKey).update(body).digest("hex");
    return signature === `sha256=${expected}`
      ? this.accept({ success: true })
      : this.refuse("invalid-signature");
  }
}
