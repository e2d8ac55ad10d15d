/** The table of docs/security.md says what the tests of the rules try. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ACTIONS, ROLES } from "../cases/rules-matrix/actions";

const PAGE = readFileSync(join(__dirname, "../../docs/security.md"), "utf8");

/** The first table of the page: its rows of cells, the head first and the line below it left out. */
function readTable(page: string): readonly (readonly string[])[] {
  const lines = page.split("\n");
  const start = lines.findIndex((line) => line.startsWith("|"));
  const length = lines.slice(start).findIndex((line) => !line.startsWith("|"));
  return lines
    .slice(start, start + length)
    .filter((line) => !line.startsWith("| --"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

it("docs/security.md says who may do what as the tests try it", () => {
  const roles = Object.keys(ROLES) as (keyof typeof ROLES)[];
  const rows = ACTIONS.map(({ name, may }) => [
    name,
    ...roles.map((role) => (may.includes(role) ? "yes" : "–")),
  ]);
  expect(readTable(PAGE)).toEqual([["", ...roles], ...rows]);
});
