/** The stack cannot start. The message says why, and what to do. */
export class StackError extends Error {
  override readonly name = "StackError";
}
