/** A request over REST and what must come of it. */

import type { Json } from "../../../src/tree/json";

export interface RestCase {
  readonly name: string;
  /** Where this behaviour is documented. */
  readonly source: string;
  /** What stands in the database before. */
  readonly given?: Json;
  /** The rules in force; without them everything is allowed. */
  readonly rules?: Json;
  /** Method and path; `ns` is added. */
  readonly request: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON to send, or with `text` what is sent as it is. */
  readonly send?: Json;
  readonly text?: string;
  readonly status: number;
  /** Headers that the answer must have; null: must not. */
  readonly answerHeaders?: Readonly<Record<string, string | null>>;
  /** JSON that is answered, or with `answerText` the text itself. */
  readonly answer?: Json;
  readonly answerText?: string;
  /** What stands in the database afterwards; without it, what was given. */
  readonly after?: Json;
}

/** As a stranger, not as an admin, one may do what the rules allow. */
export const OWNER = { Authorization: "Bearer owner" } as const;

const REFERENCE = "https://firebase.google.com/docs/reference/rest/database";
const GUIDE = "https://firebase.google.com/docs/database/rest";

export const SOURCES = {
  api: `${REFERENCE}#section-api-usage`,
  methodOverride: `${REFERENCE}#section-method-override`,
  conditional: `${REFERENCE}#section-conditional-requests`,
  parameters: `${REFERENCE}#section-query-parameters`,
  priorities: `${REFERENCE}#section-priorities`,
  serverValues: `${REFERENCE}#section-server-values`,
  errors: `${REFERENCE}#section-error-conditions`,
  streaming: `${REFERENCE}#section-streaming`,
  saving: `${GUIDE}/save-data`,
  retrieving: `${GUIDE}/retrieve-data`,
  filtering: `${GUIDE}/retrieve-data#section-rest-filtering`,
  ordering: `${GUIDE}/retrieve-data#section-rest-ordered-data`,
  auth: `${GUIDE}/auth`,
  structure: "https://firebase.google.com/docs/database/web/structure-data",
  limits: "https://firebase.google.com/docs/database/usage/limits",
  emulator: "https://firebase.google.com/docs/emulator-suite/connect_rtdb",
  tools: "firebase-tools: emulator/databaseEmulator, emulator/hubExport, database/*, rtdb",
  admin: "firebase-admin: database/database",
  adminPython: "firebase-admin-python: db.Reference.get_if_changed",
  pretty: "https://github.com/HackerNews/API, answers of the hosted service",
  observed: "answers of the hosted service that others wrote down",
  own: "settled here; the documents are silent",
} as const;
