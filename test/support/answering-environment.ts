/** The environment of a program whose database accepts every write and answers every read at once. */

import type { Environment } from "@greenhouse/database/client/environment";

/** @param textOf the JSON text at a path; null by default */
export function answeringEnvironment(
  { now, after }: Pick<Environment["clock"], "now" | "after">,
  textOf: (path: string) => string = () => "null",
): Environment {
  return {
    clock: { now, after, elapsed: () => 0 },
    random: Math.random,
    createTokenSource: () => ({ getAccessToken: () => Promise.resolve("token") }),
    createTransport: () => ({
      send: ({ method, path }, onEnd) => {
        const answer = { status: method === "PATCH" ? 204 : 200, text: textOf(path) };
        queueMicrotask(() => onEnd({ kind: "answered", answer }));
        return { usesKeptConnection: false, abort: () => undefined };
      },
      closeIdle: () => undefined,
      close: () => undefined,
    }),
  };
}
