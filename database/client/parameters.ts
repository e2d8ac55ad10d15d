/** Parameters of a deployment of functions or jobs, as `firebase-functions/params` defines them. */

export interface Parameter<T> {
  readonly name: string;
  readonly options: { readonly default?: unknown };
  readonly value: () => T;
}

/** Returns the value from the environment, or the default. Without the CLI, the environment has no value. */
export function valueOf<T extends string | number>(parameter: Parameter<T>): T {
  return process.env[parameter.name] === undefined
    ? (parameter.options.default as T)
    : parameter.value();
}
