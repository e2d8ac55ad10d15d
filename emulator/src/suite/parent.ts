/** Notices that the process that started this one is gone, also when it was killed. */

const INTERVAL_MS = 250;

export function watchParent(parent: number, onGone: () => void): void {
  const timer = setInterval(() => {
    if (process.ppid === parent && isRunning(parent)) return;
    clearInterval(timer);
    onGone();
  }, INTERVAL_MS);
  timer.unref();
}

/** Needed on Windows, where a process keeps the id of a parent that has ended. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
