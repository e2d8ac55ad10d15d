/** The parameters and secrets that jobs/src declares, as the Firebase CLI reads them. */

import { createRequire } from "node:module";
import { runInThisContext } from "node:vm";
import { build } from "esbuild";
import { fromRoot } from "./project.ts";

export interface JobsParameter {
  readonly name: string;
  readonly type: "secret" | "string" | "int";
  /** Absent for a secret. */
  readonly default?: string | number;
  readonly description: string;
}

const ENTRY = `
import "./config";
import "./channels";
export { declaredParams } from "firebase-functions/params";
`;

interface Exported {
  readonly declaredParams: readonly { readonly toSpec: () => JobsParameter }[];
}

/** @throws Error if a source has a syntax error */
export async function readJobsParameters(): Promise<readonly JobsParameter[]> {
  const { outputFiles } = await build({
    stdin: { contents: ENTRY, resolveDir: fromRoot("jobs/src"), loader: "ts" },
    write: false,
    bundle: true,
    platform: "node",
    format: "cjs",
    logLevel: "warning",
  });
  const code = `(function (module, require) {${outputFiles[0]?.text ?? ""}\n})`;
  const module = { exports: {} };
  const run = runInThisContext(code) as (to: object, require: NodeJS.Require) => void;
  run(module, createRequire(fromRoot("jobs/package.json")));
  return (module.exports as Exported).declaredParams.map((parameter) => parameter.toSpec());
}
