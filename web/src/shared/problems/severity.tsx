/** The severity of a problem: a colour, and a word for people who do not see it. */

import type { VNode } from "preact";
import type { AlertKind } from "@greenhouse/domain/alerts/model";
import type { GreenhouseFinding } from "../../model/findings/findings";
import { usePage } from "../hooks/page";

/** Returns the name of a colour in the style sheet. */
export function severityOf({ kind }: { readonly kind: AlertKind }): "bad" | "warn" {
  return kind === "above" || kind === "below" ? "bad" : "warn";
}

/** For screen readers, which cannot show the colour. */
export function SeverityWord({ finding }: { readonly finding: GreenhouseFinding }): VNode {
  const { cardWords } = usePage().texts.farm;
  return <span class="visually-hidden">{cardWords[severityOf(finding)]}: </span>;
}
