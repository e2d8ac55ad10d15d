/** The version of the clients of devices/: package.json has it, and each client and its package repeat it. */

import { readFileSync } from "node:fs";
import { fromRoot } from "../stack/project.ts";

const JSON_FIELD = /(?<="version": ")[^"]*/;
const TOML_FIELD = /(?<=^version = ")[^"]*/m;

/** Each file that repeats the version, and the place: nothing else may match. */
export const VERSIONED: readonly (readonly [file: string, place: RegExp])[] = [
  ["devices/python/pyproject.toml", TOML_FIELD],
  ["devices/python/greenhouse/version.py", /(?<=^VERSION = ")[^"]*/m],
  ["devices/gateway/pyproject.toml", /(?<=^version = "|"greenhouse-client==)[^"]*/gm],
  ["devices/node/package.json", JSON_FIELD],
  ["devices/node/greenhouse.mjs", /(?<=^export const VERSION = ")[^"]*/m],
  ["devices/micropython.json", JSON_FIELD],
  ["devices/arduino/library.json", JSON_FIELD],
  ["devices/arduino/library.properties", /(?<=^version=).*/m],
  ["devices/arduino/src/greenhouse/version.h", /(?<=kVersion\[\] = ")[^"]*/],
  ["devices/shell/greenhouse.sh", /(?<=^VERSION=)\S*/m],
];

/** Returns the file's text with the version of package.json. */
export function replaceVersion(file: string, text: string, place: RegExp): string {
  if (text.search(place) === -1) throw new Error(`${file} has no version like ${place.source}.`);
  return text.replace(place, currentVersion());
}

export function currentVersion(): string {
  const manifest = readFileSync(fromRoot("package.json"), "utf8");
  return (JSON.parse(manifest) as { readonly version: string }).version;
}
