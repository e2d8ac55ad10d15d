/**
 * The numbers of the database: doubles and 64-bit integers. An integer from 2^53 to 2^63 is a bigint, because a double
 * cannot hold it exactly. Every other number is a number. So a value has only one form, and === compares.
 * Source: LongNode and DoubleNode of https://github.com/firebase/firebase-admin-java. Results beyond 64 bits are doubles:
 * https://github.com/firebase/firebase-js-sdk/pull/2852.
 */

export type Numeric = number | bigint;

export function isNumeric(value: unknown): value is Numeric {
  return typeof value === "number" || typeof value === "bigint";
}

const BEYOND_INT64 = 2 ** 63;

/** Returns the form in which the database holds a number. -0 becomes 0, as in JSON. */
export function canonicalNumber(value: Numeric): Numeric {
  if (typeof value === "bigint") {
    if (value !== BigInt.asIntN(64, value)) return Number(value);
    return isSafe(value) ? Number(value) : value;
  }
  if (isSafe(value)) return value === 0 ? 0 : value;
  const isInt64 = Number.isInteger(value) && value >= -BEYOND_INT64 && value < BEYOND_INT64;
  return isInt64 ? BigInt(value) : value;
}

/** Returns whether every integer up to the value is exact in a double. The value may have a fraction. */
function isSafe(value: Numeric): boolean {
  return value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER;
}

/** Computes with two canonical numbers: exactly if both are integers, else with doubles. */
export function calculate(
  left: Numeric,
  right: Numeric,
  withDoubles: (left: number, right: number) => number,
  withIntegers: (left: bigint, right: bigint) => Numeric,
): Numeric {
  if (typeof left === "number" && typeof right === "number") {
    const result = withDoubles(left, right);
    if (Number.isNaN(result) || isSafe(result)) return result;
  }
  return canonicalNumber(
    isInteger(left) && isInteger(right)
      ? withIntegers(BigInt(left), BigInt(right))
      : withDoubles(Number(left), Number(right)),
  );
}

export function add(left: Numeric, right: Numeric): Numeric {
  return calculate(
    left,
    right,
    (a, b) => a + b,
    (a, b) => a + b,
  );
}

function isInteger(value: Numeric): boolean {
  return typeof value === "bigint" || Number.isSafeInteger(value);
}
