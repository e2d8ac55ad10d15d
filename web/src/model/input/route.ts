/** The addresses of the views. */

import { invitationPath } from "@greenhouse/domain/identity/invitation-link";
import { isDatabaseKey } from "@greenhouse/domain/identity/keys";

export type Route =
  /** Shows the person's only farm, or the list of their farms. */
  | { readonly view: "start" }
  | { readonly view: "farms" }
  /** An invitation. The token comes unchecked from the address, and may be incomplete. */
  | { readonly view: "join"; readonly invitedTo: string; readonly token: string }
  | { readonly view: "farm"; readonly farmId: string }
  | { readonly view: "greenhouse"; readonly farmId: string; readonly greenhouseId: string }
  /** With a uid: the sensor's own page. */
  | { readonly view: "sensors"; readonly farmId: string; readonly uid?: string }
  | { readonly view: "alerts"; readonly farmId: string }
  /** With a greenhouse: the greenhouse's own page. */
  | { readonly view: "settings"; readonly farmId: string; readonly greenhouseId?: string }
  | { readonly view: "unknown" };

/** A view of a farm. */
export type FarmRoute = Extract<Route, { readonly farmId: string }>;

/** @param path of the address, percent-encoded as in `location` */
export function parseRoute(path: string): Route {
  const words = path.split("/").filter((word) => word !== "");
  if (words.length === 0) return { view: "start" };
  const [first, farmId = "", view, greenhouseId = "", ...rest] = words.map(unescape);
  if (first === "farms" && words.length === 1) return { view: "farms" };
  if (first === "join" && isDatabaseKey(farmId) && words.length <= 3)
    return { view: "join", invitedTo: farmId, token: view ?? "" };
  if (first !== "f" || !isDatabaseKey(farmId) || rest.length > 0) return { view: "unknown" };
  if (words.length === 2) return { view: "farm", farmId };
  if (view === "g" && isDatabaseKey(greenhouseId))
    return { view: "greenhouse", farmId, greenhouseId };
  if (view === "sensors" && isDatabaseKey(greenhouseId)) return { view, farmId, uid: greenhouseId };
  if (view === "settings" && isDatabaseKey(greenhouseId)) return { view, farmId, greenhouseId };
  const farmView = (["sensors", "alerts", "settings"] as const).find((word) => word === view);
  if (words.length > 3 || farmView === undefined) return { view: "unknown" };
  return { view: farmView, farmId };
}

/** Returns the address of a view: the inverse of `parseRoute`. */
export function pathOf(route: Exclude<Route, { readonly view: "unknown" }>): string {
  if (route.view === "start") return "/";
  if (route.view === "farms") return "/farms";
  if (route.view === "join") return invitationPath(route.invitedTo, route.token);
  const farm = `/f/${encodeURIComponent(route.farmId)}`;
  switch (route.view) {
    case "farm":
      return farm;
    case "greenhouse":
      return `${farm}/g/${encodeURIComponent(route.greenhouseId)}`;
    case "sensors": {
      const { uid } = route;
      return `${farm}/sensors${uid === undefined ? "" : `/${encodeURIComponent(uid)}`}`;
    }
    case "settings": {
      const { greenhouseId: id } = route;
      return `${farm}/settings${id === undefined ? "" : `/${encodeURIComponent(id)}`}`;
    }
    case "alerts":
      return `${farm}/${route.view}`;
  }
}

/** Returns the hash of a sensor in a greenhouse's table. */
export function anchorOf(sensorUid: string): string {
  return `sensor-${encodeURIComponent(sensorUid)}`;
}

const CODE = "#code-";

/** Returns the uid in a hash that opens the code for a sensor's board; undefined for any other hash. */
export function sensorOfCodeHash(hash: string): string | undefined {
  return hash.startsWith(CODE) ? unescape(hash.slice(CODE.length)) : undefined;
}

/** Decodes a word. Returns an empty text, which is not a valid id, if that fails. */
function unescape(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return "";
  }
}
