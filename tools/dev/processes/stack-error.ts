/** Why the stack cannot start; the message says what to do. */
export class StackError extends Error {
  override readonly name = "StackError";
}
