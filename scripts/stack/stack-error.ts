/** What keeps the stack from starting, in words that say what to do. */
export class StackError extends Error {
  override readonly name = "StackError";
}
