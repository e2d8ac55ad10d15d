/** What a write costs with many who listen, through the wire's own sessions. */

import { Database } from "../../emulator/src/database";
import { ADMIN } from "../../emulator/src/database/actor";
import { compileRules } from "../../emulator/src/rules/ruleset";
import { Session } from "../../emulator/src/wire/session";
import { compare } from "./compare";

const LISTENERS = 1_000;
const RULES = `{
  "rules": {
    "feed": { ".read": "auth !== null && root.child('members/' + auth.uid).val() === true" },
    "members": { ".read": true }
  }
}`;

interface Audience {
  readonly database: Database;
  /** Frames sent so far, and their bytes. */
  readonly sent: { frames: number; bytes: number };
  write(path: readonly string[]): void;
}

/** Everybody has an account, and a connection that listens to the feed. */
function audienceOf(count: number): Audience {
  const compiled = compileRules(RULES);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  const database = new Database({ now: () => 0, ruleset: compiled.ruleset });
  const sent = { frames: 0, bytes: 0 };
  const socket = {
    send: (frame: Buffer) => {
      sent.frames += 1;
      sent.bytes += frame.length;
    },
    close: () => undefined,
    bufferedBytes: 0,
  };
  for (let user = 0; user < count; user += 1) {
    const path = ["members", `u${user}`];
    database.commit({ kind: "set", path, value: true }, { actor: ADMIN });
    const options = { database, host: "bench", sessionId: `${user}`, isExplaining: false };
    const session = new Session(socket, options);
    const ask = (id: number, action: string, body: object): void =>
      session.receive(JSON.stringify({ t: "d", d: { r: id, a: action, b: body } }));
    ask(1, "gauth", { cred: "owner", authvar: { uid: `u${user}` } });
    ask(2, "q", { p: "/feed", h: "" });
  }
  let n = 0;
  return {
    database,
    sent,
    write: (path) => {
      n += 1;
      const value = { n, entries: ENTRIES };
      database.commit({ kind: "set", path, value }, { actor: ADMIN });
    },
  };
}

/** About 10 kB of JSON. */
const ENTRIES = Array.from({ length: 100 }, (_, n) => ({ n, text: "x".repeat(80) }));

const [one, many] = [audienceOf(1), audienceOf(LISTENERS)];
const name = LISTENERS.toLocaleString("en-US");
compare(
  `a write of 10 kB told to ${name} users against to one, each with a right of its own`,
  { name: "one", run: () => one.write(["feed"]) },
  { name, run: () => many.write(["feed"]) },
  // 1,000 if it were put into text for each.
  2,
);
if (many.sent.bytes < many.sent.frames * 9_000) throw new Error("It was not told whole.");
compare(
  `a write that touches none of ${name} users against none of one`,
  { name: "one", run: () => one.write(["elsewhere"]) },
  { name, run: () => many.write(["elsewhere"]) },
  2,
);
compare(
  `a write that one user's right rests on, among ${name} against alone`,
  { name: "one", run: () => one.write(["members", "u0", "since"]) },
  { name, run: () => many.write(["members", "u0", "since"]) },
  2,
);
