/** Draws new charts one after the other, each in a separate task, so that the page can react in between. */

const waiting = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** @returns prevents the drawing while it waits */
export function inTurn(draw: () => void): () => void {
  waiting.add(draw);
  timer ??= setTimeout(drawNext);
  return () => void waiting.delete(draw);
}

function drawNext(): void {
  const [draw] = waiting;
  if (draw !== undefined) {
    waiting.delete(draw);
    draw();
  }
  timer = waiting.size === 0 ? undefined : setTimeout(drawNext);
}
