/** Sources of the expected behaviour, by the name in a section's heading. */

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
  saving: `${GUIDE}/save-data`,
  filtering: `${GUIDE}/retrieve-data#section-rest-filtering`,
  ordering: `${GUIDE}/retrieve-data#section-rest-ordered-data`,
  auth: `${GUIDE}/auth`,
  structure: "https://firebase.google.com/docs/database/web/structure-data",
  limits: "https://firebase.google.com/docs/database/usage/limits",
  emulator: "https://firebase.google.com/docs/emulator-suite/connect_rtdb",
  tools: "firebase-tools: emulator/databaseEmulator, emulator/hubExport, database/*, rtdb",
  adminPython: "firebase-admin-python: db.Reference.get_if_changed",
  pretty: "https://github.com/HackerNews/API, answers of the hosted service",
  fetch: "https://fetch.spec.whatwg.org/#cors-preflight-fetch",
  http: "RFC 9110, 15.5.22; RFC 9112, 3.2.2",
  observed: "answers of the hosted service that others wrote down",
  own: "not documented; decided here",
} as const;
