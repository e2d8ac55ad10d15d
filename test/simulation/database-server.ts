/** The database: the emulator in this process with the shipped rules. It tells the auditors about every update. */

import { readFileSync } from "node:fs";
import { InProcessDatabase, type As, type Json } from "../../emulator/src/in-process";
import { rulesetOfFile } from "rtdb-emulator/testing/rulesets";
import type { RestRequest } from "@greenhouse/database/client/transport";
import type { RestAnswer } from "@greenhouse/database/client/answers";
import type { World } from "./world";

/** Every command runs in the project's root. */
const RULESET = rulesetOfFile(readFileSync("database.rules.json", "utf8"));
const ACCOUNT = /[?&]auth_variable_override=([^&]*)/;

export type Update = Readonly<Record<string, Json>>;

export interface Commit {
  /** The uid that the rules saw. */
  readonly account: string;
  readonly update: Update;
  /** Why the rules denied the update; undefined: it is stored. */
  readonly denial: string | undefined;
  readonly sender: Sender;
}

export interface Sender {
  /** The process, or the person. */
  readonly name: string;
  /** Whether the answer is still wanted. It is not if the request has failed, or if its copy was answered first. */
  readonly isWaiting: boolean;
}

export class DatabaseServer {
  readonly database: InProcessDatabase;
  readonly #listeners: ((commit: Commit) => void)[] = [];

  constructor(
    private readonly world: World,
    data: Update,
  ) {
    this.database = InProcessDatabase.open({ ruleset: RULESET, data: null, now: this.now });
    this.database.update(data, "admin");
  }

  /** The database's clock has whole milliseconds. */
  readonly now = (): number => Math.floor(this.world.now());

  /** Calls back after each update, stored or denied. */
  onCommit(listener: (commit: Commit) => void): void {
    this.#listeners.push(listener);
  }

  /** Calls back after each update that is stored. */
  onStored(listener: (commit: Commit) => void): void {
    this.onCommit((commit) => {
      if (commit.denial === undefined) listener(commit);
    });
  }

  /** Calls back for each stored path that matches, with the match and the value. */
  onWrite(
    pattern: RegExp,
    listener: (match: readonly string[], value: Json, commit: Commit) => void,
  ): void {
    this.onStored((commit) => {
      for (const [path, value] of Object.entries(commit.update)) {
        const match = pattern.exec(path);
        if (match !== null) listener(match, value, commit);
      }
    });
  }

  /** Answers a request of the REST client. */
  async answer(
    { method, path, token, body = "" }: RestRequest,
    sender: Sender,
  ): Promise<RestAnswer> {
    if (expiryOf(token) <= this.now()) {
      return { status: 401, text: '{"error":"Auth token is expired"}' };
    }
    const headers = { authorization: "Bearer owner" };
    const { status, body: text } = await this.database.answer({
      method,
      target: path,
      headers,
      body,
    });
    if (method === "PATCH") {
      const update = JSON.parse(body) as Record<string, Json>;
      const uid = accountIn(path);
      const denial = status === 401 ? this.database.explain(update, { uid }) : undefined;
      this.#tell({ account: uid, update, denial, sender });
    }
    return { status, text };
  }

  /** Writes as a person does, or as an administrator. Returns false if the rules deny it. */
  update(update: Update, as: As): boolean {
    const account = as === "admin" || as === null ? "admin" : String(as["uid"]);
    const denial = this.database.explain(update, as);
    this.database.update(update, as);
    this.#tell({ account, update, denial, sender: { name: account, isWaiting: true } });
    return denial === undefined;
  }

  read(path: string, as: As = "admin"): Json {
    const result = this.database.read(path, undefined, as);
    if (result.status === "denied") throw new Error(`${path} must not be read.`);
    return result.value;
  }

  #tell(commit: Commit): void {
    const { account, update, denial } = commit;
    const outcome = denial === undefined ? "stores" : "is denied";
    this.world.note(account, `${outcome} ${shownPaths(update)}`, JSON.stringify(update));
    for (const listener of this.#listeners) listener(commit);
  }
}

/** Returns an access token that ends at a time in Unix milliseconds. */
export const tokenUntil = (ms: number): string => `until-${Math.floor(ms)}`;
const expiryOf = (token: string): number => Number(token.slice("until-".length));

function accountIn(path: string): string {
  const [, encoded = ""] = ACCOUNT.exec(path) ?? [];
  const { uid } = JSON.parse(decodeURIComponent(encoded)) as { uid: string };
  return uid;
}

const MAX_SHOWN = 4;

/** Entries of history come first: the other paths follow from them. */
function shownPaths(update: Update): string {
  const paths = Object.keys(update);
  const isEntry = (path: string): boolean => path.includes("/history/");
  const ordered = [...paths.filter(isEntry), ...paths.filter((path) => !isEntry(path))];
  const more = paths.length > MAX_SHOWN ? ` and ${paths.length - MAX_SHOWN} more` : "";
  return ordered.slice(0, MAX_SHOWN).join(", ") + more;
}
