/** The events of a stream as text. What a change comes down to is worked out once for all streams that show it alike. */

import type { Change } from "../database/change";
import { nodeFromJson, nodeToJson } from "../tree/json";
import type { Json } from "../tree/json";
import { formatPath } from "../tree/path";
import type { Path } from "../tree/path";

export function eventText(name: string, data: string): string {
  return `event: ${name}\ndata: ${data}\n\n`;
}

export const PERMISSION_LOST = eventText("cancel", JSON.stringify("Permission denied."));
export const TOKEN_EXPIRED = eventText("auth_revoked", JSON.stringify("The token has expired."));

/** Replaces all at `path`, which is relative to the stream's. */
export function putEvent(path: Path, json: string): string {
  return eventText("put", payload(path, json));
}

function payload(path: Path, json: string): string {
  return `{"path":${JSON.stringify(formatPath(path))},"data":${json}}`;
}

const events = new WeakMap<Change, Map<string, Buffer>>();

/**
 * A change as a stream at `base` tells it.
 * @param isExport with priorities
 */
export function changeEvent(change: Change, base: Path, isExport: boolean): Buffer {
  let variants = events.get(change);
  if (variants === undefined) {
    variants = new Map();
    events.set(change, variants);
  }
  const variant = `${base.length} ${isExport}`;
  let event = variants.get(variant);
  if (event === undefined) {
    event = Buffer.from(toEvent(change, base, isExport));
    variants.set(variant, event);
  }
  return event;
}

function toEvent(change: Change, base: Path, isExport: boolean): string {
  const path = change.path.slice(base.length);
  if (!change.isMerge) return putEvent(path, withPriorities(change.json, isExport));
  const children = JSON.parse(change.json) as Readonly<Record<string, Json>>;
  const shared = sharedParent(Object.keys(children).map((key) => key.split("/")));
  const members = Object.entries(children).map(([key, json]) => {
    const name = key.split("/").slice(shared.length).join("/");
    return `${JSON.stringify(name)}:${withPriorities(JSON.stringify(json), isExport)}`;
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
  if (isExport || !json.includes('".priority"')) return json;
  return JSON.stringify(nodeToJson(nodeFromJson(JSON.parse(json) as Json, 0)));
}
