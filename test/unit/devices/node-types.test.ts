/** The types that the Node client declares, and its module. `tsc -b` fails if a type differs. */

import type * as actual from "../../../devices/node/greenhouse.mjs";
import type * as declared from "../../../devices/node/types.mjs";

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Members<T> = Pick<T, keyof T>;
type Settings = ConstructorParameters<typeof actual.SensorClient>[0];

const COMPARED: {
  readonly names: Same<keyof typeof declared, keyof typeof actual>;
  readonly sign: Same<typeof declared.sign, typeof actual.sign>;
  readonly client: Same<Members<declared.SensorClient>, Members<actual.SensorClient>>;
  /** `exchange` and `files` are for tests of the client: their types would need those of Node. */
  readonly settings: Same<
    Required<declared.Settings>,
    Required<Omit<Settings, "exchange" | "files">>
  >;
} = { names: true, sign: true, client: true, settings: true };

test("types.d.mts declares each name of the module, with its type", () => {
  expect(new Set(Object.values(COMPARED))).toEqual(new Set([true]));
});
