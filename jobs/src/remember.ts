/** Reads each id once and remembers the answer. Made for one run. */
export function remember<T>(read: (id: string) => Promise<T>): (id: string) => Promise<T> {
  const answers = new Map<string, Promise<T>>();
  return (id) => {
    const value = answers.get(id) ?? read(id);
    answers.set(id, value);
    return value;
  };
}
