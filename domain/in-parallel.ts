/** Runs a task for each item, at most `max` at a time. Rejects with the first failure. Then no further task begins. */
export async function inParallel<T>(
  items: Iterable<T>,
  max: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items].reverse();
  async function work(): Promise<void> {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      try {
        await task(next);
      } catch (error) {
        waiting.length = 0;
        throw error;
      }
    }
  }
  await Promise.all(Array.from({ length: max }, work));
}
