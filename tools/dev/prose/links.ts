/** Finds links of a document to files or headings that do not exist. */

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fromRoot } from "../stack/project.ts";

const FENCED_CODE = /^```.*?^```/gms;

/** @param file its path from the root */
export function findBrokenLinks(file: string, markdown: string): readonly string[] {
  const text = markdown.replaceAll(FENCED_CODE, "");
  return [...text.matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
    .filter(([, name = "", heading]) => {
      const target = fromRoot(name === "" ? file : path.join(path.dirname(file), name));
      if (!existsSync(target)) return true;
      return heading !== undefined && !headingsOf(target).includes(heading);
    })
    .map(([link]) => `no such file or heading: ${link.slice(1)}`);
}

/** Returns the headings as GitHub names them in addresses. */
function headingsOf(page: string): readonly string[] {
  const text = readFileSync(page, "utf8").replaceAll(FENCED_CODE, "");
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
