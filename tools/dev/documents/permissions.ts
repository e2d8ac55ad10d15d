/** Who may do what: the tables of docs/security.md, from the cases that the tests of the rules try. */

import { AREAS, ROLES } from "../../../test/cases/rules-matrix/actions.ts";
import type { Role } from "../../../test/cases/rules-matrix/actions.ts";
import { markdownTable } from "./markdown.ts";

/** Shorter names for some sets of roles. */
const GROUPS: Readonly<Record<string, string>> = {
  "": "nobody",
  "owner, viewer, someone else": "anyone signed in",
  "owner, viewer, someone else, functions, jobs": "anyone signed in, functions, jobs",
};

function namesOf(may: readonly Role[]): string {
  const roles = (Object.keys(ROLES) as Role[]).filter((role) => may.includes(role));
  const names = roles.join(", ").toLowerCase();
  return GROUPS[names] ?? names;
}

/** A row for each set of roles, or more, so that no cell is long. */
const MAX_CELL_WORDS = 25;

export function permissionTables(): string {
  return AREAS.map(({ title, actions }) => {
    const byRoles = Map.groupBy(actions, ({ may }) => namesOf(may));
    const rows = [...byRoles].flatMap(([roles, group]) =>
      cellsOf(group.map(({ name }) => name)).map((cell) => [roles, cell]),
    );
    return markdownTable(["who", title], rows);
  }).join("\n\n");
}

function cellsOf(names: readonly string[]): readonly string[] {
  const cells: string[] = [];
  for (const name of names) {
    const joined = `${cells.at(-1) ?? ""} ${name}.`.trim();
    if (joined.split(" ").length > MAX_CELL_WORDS) cells.push(`${name}.`);
    else cells.splice(-1, 1, joined);
  }
  return cells;
}
