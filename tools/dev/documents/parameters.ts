/** The parameters and secrets of the jobs: jobs/.env, and the table of docs/deployment.md. */

import { readJobsParameters } from "../stack/jobs-parameters.ts";
import { markdownTable } from "./markdown.ts";

const PARAMETERS = await readJobsParameters();

const ENV_HEAD = `# \`npm run generate\` writes this file: the parameters of the jobs with their defaults. The Firebase CLI asks for every
# parameter that no file sets. A project's own values belong in .env.<project id>, which wins over this file.
# DATABASE_INSTANCE and FUNCTIONS_REGION are the same as in functions/. Secrets are kept by
# \`firebase functions:secrets:set\`, and locally in .secret.local.
`;

export function envFile(): string {
  const lines = PARAMETERS.filter(({ type }) => type !== "secret").map(
    ({ name, default: value = "" }) => `${name}=${value}\n`,
  );
  return ENV_HEAD + lines.join("");
}

export function parameterTable(): string {
  const rows = PARAMETERS.map(({ name, type, default: value = "", description }) => [
    `\`${name}\`${type === "secret" ? " (secret)" : ""}`,
    type === "secret" ? "asked" : String(value) || "empty",
    description.replaceAll("<", String.raw`\<`),
  ]);
  return markdownTable(["parameter of `jobs/`", "default", "meaning"], rows);
}
