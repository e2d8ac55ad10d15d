/** How severe a problem is: a colour, and a word for people who do not see the colour. */

import type { VNode } from "preact";
import type { AlertKind } from "@greenhouse/domain/alerts/model";
import type { GreenhouseFinding } from "../../model/findings/findings";
import { usePage } from "../hooks/page";

/** The name of a colour in the style sheet. */
export function severityOf({ kind }: { readonly kind: AlertKind }): "bad" | "warn" {
  return kind === "above" || kind === "below" ? "bad" : "warn";
}

/** For screen readers, which cannot convey the colour. */
export function SeverityWord({ finding }: { readonly finding: GreenhouseFinding }): VNode {
  const { cardWords } = usePage().texts.farm;
  return <span class="visually-hidden">{cardWords[severityOf(finding)]}: </span>;
}
