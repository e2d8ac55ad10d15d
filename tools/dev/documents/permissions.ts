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

export function permissionTables(): string {
  return AREAS.map(({ title, actions }) => {
    const rows = actions.map(({ name, may }) => [name, namesOf(may)]);
    return markdownTable([title, "who"], rows);
  }).join("\n\n");
}
