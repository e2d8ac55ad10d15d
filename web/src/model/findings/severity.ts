/** The severity of a problem. */

import type { AlertKind } from "@greenhouse/domain/alerts/model";

/** Returns the severity of a problem, which is also the name of a colour in the style sheet. */
export function severityOf({ kind }: { readonly kind: AlertKind }): "bad" | "warn" {
  return kind === "above" || kind === "below" ? "bad" : "warn";
}
