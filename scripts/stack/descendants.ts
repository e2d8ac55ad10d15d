/** Finds what a process has started, however far below: whoever is killed leaves it behind. */

import { spawnSync } from "node:child_process";

/**
 * The process groups of all that stands below a process, its own left out. None on Windows, where ending a process by
 * its tree ends these as well, and none where there is no `ps`.
 */
export function groupsBelow(pid: number): readonly number[] {
  if (process.platform === "win32") return [];
  const table = spawnSync("ps", ["-A", "-o", "pid=", "-o", "ppid=", "-o", "pgid="], {
    encoding: "utf8",
  });
  const lines = table.status === 0 ? table.stdout.split("\n") : [];
  const processes = lines.map((line) => {
    const [own = 0, parent = 0, group = 0] = line.trim().split(/\s+/).map(Number);
    return { own, parent, group };
  });
  const groups = new Set<number>();
  const above = [pid];
  for (let next = above.pop(); next !== undefined; next = above.pop()) {
    for (const { own, parent, group } of processes) {
      if (parent !== next || own === next) continue;
      above.push(own);
      groups.add(group);
    }
  }
  groups.delete(pid);
  return [...groups];
}
