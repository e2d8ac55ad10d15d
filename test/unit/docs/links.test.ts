/** Links between the files of the repository: each names a file, and a heading where it names one. */

import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const ROOT = join(__dirname, "../../..");
const PAGES = globSync("**/*.md", { cwd: ROOT, exclude: ["**/node_modules/**", ".*/**"] });

/** The headings of a page, as GitHub names them in addresses. */
function anchorsOf(page: string): string[] {
  const text = readFileSync(page, "utf8").replaceAll(/^```.*?^```/gms, "");
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function brokenLinksOf(page: string): string[] {
  const text = readFileSync(join(ROOT, page), "utf8").replaceAll(/^```.*?^```/gms, "");
  return [...text.matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
    .filter(([, file = "", anchor]) => {
      const target = file === "" ? join(ROOT, page) : join(ROOT, dirname(page), file);
      if (!existsSync(target)) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    })
    .map(([link]) => link.slice(1));
}

test.each(PAGES)("%s links to files and headings that exist", (page) => {
  expect(brokenLinksOf(page)).toEqual([]);
});
