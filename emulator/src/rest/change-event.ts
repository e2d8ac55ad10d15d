/** The events of a stream as text. What a change comes down to is worked out once for all streams that show it alike. */

import type { Change } from "../database/change";
import { type Json, nodeFromJson, nodeToJson } from "../tree/json";
import { formatPath, type Path } from "../tree/path";

export function eventText(name: string, data: string): string {
  return `event: ${name}\ndata: ${data}\n\n`;
}

export const PERMISSION_LOST = eventText("cancel", JSON.stringify("Permission denied."));
export const TOKEN_EXPIRED = eventText("auth_revoked", JSON.stringify("The token has expired."));

export function putEvent(path: Path, json: string): string {
  return eventText("put", payload(path, json));
}

function payload(path: Path, json: string): string {
  return `{"path":${JSON.stringify(formatPath(path))},"data":${json}}`;
}

const events = new WeakMap<Change, Map<string, Buffer | undefined>>();

/** A change as a stream at `base` sends it; undefined when only priorities changed that it does not show. */
export function changeEvent(change: Change, base: Path, isExport: boolean): Buffer | undefined {
  let variants = events.get(change);
  if (variants === undefined) {
    variants = new Map();
    events.set(change, variants);
  }
  const variant = `${base.length} ${isExport}`;
  if (!variants.has(variant)) {
    const text = toEvent(change, base, isExport);
    variants.set(variant, text === undefined ? undefined : Buffer.from(text));
  }
  return variants.get(variant);
}

function toEvent(change: Change, base: Path, isExport: boolean): string | undefined {
  const path = change.path.slice(base.length);
  if (change.isMerge) return patchEvent(path, change.json, isExport);
  return isExport || path.at(-1) !== PRIORITY
    ? putEvent(path, withPriorities(change.json, isExport))
    : undefined;
}

const PRIORITY = ".priority";

function patchEvent(path: Path, json: string, isExport: boolean): string | undefined {
  const children = Object.entries(JSON.parse(json) as Readonly<Record<string, Json>>)
    .map(([key, value]) => ({ keys: key.split("/"), value }))
    .filter(({ keys }) => isExport || keys.at(-1) !== PRIORITY);
  if (children.length === 0) return undefined;
  const shared = sharedParent(children.map(({ keys }) => keys));
  const members = children.map(({ keys, value }) => {
    const name = JSON.stringify(keys.slice(shared.length).join("/"));
    return `${name}:${withPriorities(JSON.stringify(value), isExport)}`;
  });
  return eventText("patch", payload([...path, ...shared], `{${members.join(",")}}`));
}

/** The longest path that stands above all of `paths`, so that clients find plain keys in a patch where they can. */
function sharedParent(paths: readonly Path[]): Path {
  const [first = []] = paths;
  let length = 0;
  while (paths.every((path) => path.length > length + 1 && path[length] === first[length])) {
    length += 1;
  }
  return first.slice(0, length);
}

/** A change comes with priorities; without them leaves are plain values and lists may be lists again. */
function withPriorities(json: string, isExport: boolean): string {
  if (isExport || !json.includes(`"${PRIORITY}"`)) return json;
  return JSON.stringify(nodeToJson(nodeFromJson(JSON.parse(json) as Json, 0)));
}
