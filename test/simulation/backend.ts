/** Instances of the functions behind one address. They start when they are needed, stand still, and end. */

import type { Incoming } from "../../functions/src/http/dispatch";
import { DAY_MS } from "@greenhouse/domain/time";
import { compose, type Endpoints } from "../../functions/src/composition";
import type { DatabaseServer } from "./database-server";
import { simulatedEnvironment } from "./environment";
import type { Faults } from "./faults/faults";
import { Network } from "./network";
import { Process } from "./process";
import type { Random } from "./random";
import type { World } from "./world";

export const DATABASE_URL = "https://farm.firebaseio.com";
const REQUEST_TIMEOUT_MS = 10_000;
/** The platform's clocks are nearly right. */
const MAX_SKEW_MS = 50;

export interface HttpRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface HttpAnswer {
  readonly status: number;
  /** In lower case, as Node has them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

interface Instance {
  readonly process: Process;
  readonly endpoints: Endpoints;
}

export class Backend {
  readonly network: Network;
  readonly databaseNetwork: Network;
  /** Requests that an instance has got and not answered. */
  readonly serving = new Set<{ readonly process: Process; readonly sinceMs: number }>();
  readonly #onAnswer: ((name: string, status: number, sentMs: number) => void)[] = [];
  readonly #random: Random;
  readonly #instances: Instance[] = [];
  #started = 0;

  constructor(
    private readonly world: World,
    private readonly server: DatabaseServer,
    private readonly sensorKeys: readonly string[],
    private readonly count: number,
    private readonly faults: () => Faults,
    private readonly writeLog: (entry: object) => void,
  ) {
    this.#random = world.random.fork("backend");
    this.network = new Network(world, "devices' network", "devices", faults);
    this.databaseNetwork = new Network(world, "functions' network", "database", faults);
    const random = this.#random;
    const pickProcess = (): Process | undefined => {
      const alive = this.#alive;
      return alive.length === 0 ? undefined : random.pick(alive).process;
    };
    world.repeat(
      random,
      () => faults().instanceDiesEveryMs,
      () => pickProcess()?.kill(),
    );
    world.repeat(
      random,
      () => faults().instanceFreezesEveryMs,
      () => pickProcess()?.freeze(random.between(100, 20_000)),
    );
  }

  /** Instances that have run so far. */
  get started(): number {
    return this.#started;
  }

  /** Called with each answer that reaches its sender. */
  onAnswer(listener: (name: string, status: number, sentMs: number) => void): void {
    this.#onAnswer.push(listener);
  }

  /**
   * Sends a request over the network.
   * @returns the answer; undefined if none came within the timeout, or the connection broke
   */
  post(
    name: keyof Endpoints,
    { method = "POST", headers = {}, body }: HttpRequest,
    timeoutMs: number,
  ): Promise<HttpAnswer | undefined> {
    const sentMs = this.world.now();
    return new Promise((resolve) => {
      this.world.after(timeoutMs, () => resolve(undefined));
      this.network.send<HttpAnswer>({
        serve: () => this.#serve(name, { method, headers, body }),
        onAnswer: (sent) => {
          const answer = typeof sent === "number" ? { status: sent, headers: {}, body: {} } : sent;
          for (const listener of this.#onAnswer) listener(name, answer.status, sentMs);
          resolve(answer);
        },
        onBroken: () => resolve(undefined),
      });
    });
  }

  #serve(
    name: keyof Endpoints,
    { method, headers, body }: Required<HttpRequest>,
  ): Promise<HttpAnswer> {
    const { process, endpoints } = this.#choose();
    const request = new SentRequest(method, headers, body);
    const served = { process, sinceMs: this.world.now() };
    this.serving.add(served);
    return new Promise((resolve) => {
      process.deliver(() => {
        void endpoints[name](request).then(({ status, headers: answered, body: answer }) => {
          this.serving.delete(served);
          const date = new Date(process.clock.now()).toUTCString();
          const lower = Object.entries(answered).map(([header, value]) => [
            header.toLowerCase(),
            value,
          ]);
          resolve({ status, headers: { ...Object.fromEntries(lower), date }, body: answer });
        });
      });
    });
  }

  get #alive(): Instance[] {
    return this.#instances.filter(({ process }) => !process.isDead);
  }

  #choose(): Instance {
    const alive = this.#alive;
    if (alive.length < this.count) alive.push(this.#start());
    return this.#random.pick(alive);
  }

  #start(): Instance {
    this.#started += 1;
    const random = this.#random.fork(`instance ${this.#started}`);
    const skewMs = random.between(-MAX_SKEW_MS, MAX_SKEW_MS);
    const process = new Process(this.world, `functions ${this.#started}`, skewMs);
    const { server, faults, databaseNetwork: network } = this;
    const environment = simulatedEnvironment({ process, server, network, faults, random });
    const endpoints = compose(
      {
        readDatabase: () => ({
          url: DATABASE_URL,
          emulator: undefined,
          timeoutMs: REQUEST_TIMEOUT_MS,
          maxRegistrations: 10,
        }),
        readSensorData: () => ({
          acceptedVariants: "both",
          sensorKeys: this.sensorKeys,
          maxAgeMs: 30 * DAY_MS,
        }),
        readSensorLimit: () => 0,
      },
      environment,
      this.writeLog,
    );
    const instance = { process, endpoints };
    this.#instances.push(instance);
    return instance;
  }
}

/** A request whose body has arrived as a whole. */
class SentRequest implements Incoming {
  constructor(
    readonly method: string,
    readonly headers: Readonly<Record<string, string>>,
    private readonly body: string,
  ) {}

  on(event: string, listener: (...parts: never[]) => void): this {
    if (event === "data") (listener as (bytes: Buffer) => void)(Buffer.from(this.body));
    return this;
  }

  once(event: string, listener: (...parts: never[]) => void): this {
    if (event === "end") queueMicrotask(listener);
    return this;
  }
}
