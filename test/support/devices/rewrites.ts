/** Changes answers into those of another version of the backend. */

import type { Rewrite } from "./fault-server";

interface BackendVersion {
  readonly name: string;
  readonly rewrite: Rewrite;
  readonly hasCodes: boolean;
}

/** The same text for all errors, so that a client learns nothing from it. */
const OTHER_TEXT = "Abgelehnt.";

const inOtherWords: Rewrite = (answer) => ({
  ...answer,
  text: change(answer.text, (name, value) => (name === "error" ? OTHER_TEXT : value)),
});

const withoutCodes: Rewrite = (answer) => ({
  ...answer,
  headers: { ...answer.headers, "error-code": undefined },
  text: change(answer.text, (name, value) => (name === "code" ? undefined : value)),
});

/** It tells a client nothing but the status. */
export const OLDER_BACKEND: BackendVersion = {
  name: "an older backend with other texts",
  rewrite: (answer) => withoutCodes(inOtherWords(answer)),
  hasCodes: false,
};

/** Versions whose texts tell a client nothing. */
export const VERSIONS: readonly BackendVersion[] = [
  { name: "a backend with other texts", rewrite: inOtherWords, hasCodes: true },
  OLDER_BACKEND,
];

function change(text: string, reviver: (name: string, value: unknown) => unknown): string {
  return JSON.stringify(JSON.parse(text, reviver));
}
