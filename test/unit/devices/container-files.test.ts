/** The files of devices/ that the gateway's image gets, by devices/.dockerignore and the Dockerfile's COPY. */

import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fromRoot } from "../../../tools/dev/stack/project";

const DEVICES = fromRoot("devices");
const linesOf = (file: string): readonly string[] =>
  readFileSync(fromRoot("devices", file), "utf8").split("\n");

/** What lies beside the packages after an installation, or because somebody tries them. */
const STRAYS = [
  ".env",
  "farm.key",
  "gateway/.env",
  "gateway/farm.key",
  "gateway/map.json",
  "gateway/build/lib/greenhouse_gateway/removed.py",
  "gateway/greenhouse_gateway.egg-info/PKG-INFO",
  "gateway/greenhouse_gateway/farm.key",
  "gateway/greenhouse_gateway/__pycache__/relay.cpython-311.pyc",
  "python/greenhouse.env",
  "python/build/lib/greenhouse/removed.py",
  "python/greenhouse/__pycache__/client.cpython-311.pyc",
];

const PACKAGES = [
  "gateway/greenhouse_gateway/*.py",
  "gateway/{setup.py,pyproject.toml}",
  "python/greenhouse/*.py",
  "python/{setup.py,pyproject.toml}",
];

/** Returns whether Docker sends the file to the builder. The last line that matches the file or a folder above it counts. */
function isSent(file: string): boolean {
  const paths = file.split("/").map((_, index, names) => names.slice(0, index + 1).join("/"));
  const last = linesOf(".dockerignore")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .findLast((line) => {
      // Unlike in a shell, `*` also matches a dot at the start.
      const pattern = line.replace(/^!/, "").replaceAll(".", "\\.").replaceAll("*", "[^/]*");
      return paths.some((path) => new RegExp(`^${pattern}$`).test(path));
    });
  return last === undefined || last.startsWith("!");
}

/** Returns the file's place in the image; undefined if no COPY takes it. */
function placeOf(file: string): string | undefined {
  for (const line of linesOf("gateway/Dockerfile")) {
    const [instruction, ...words] = line.split(" ");
    const to = words.pop() ?? "";
    if (instruction !== "COPY") continue;
    if (words.includes(file)) return `${to}${basename(file)}`;
    const folder = words.find((word) => file.startsWith(`${word}/`));
    if (folder !== undefined) return file.replace(folder, to);
  }
  return undefined;
}

test("the image has the packages' files at their places, and no other file", () => {
  const files = globSync("**/*", { cwd: DEVICES, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(DEVICES.length + 1));
  const sent = [...files, ...STRAYS].filter((file) => isSent(file)).toSorted();
  expect(sent).toEqual(globSync(PACKAGES, { cwd: DEVICES }).toSorted());
  expect(sent.map((file) => placeOf(file))).toEqual(sent.map((file) => `/src/${file}`));
});
