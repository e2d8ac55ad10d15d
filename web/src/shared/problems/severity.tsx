/** The word for the severity of a problem, for people who do not see its colour. */

import type { VNode } from "preact";
import { severityOf } from "../../model/findings/severity";
import type { GreenhouseFinding } from "../../model/findings/findings";
import { usePage } from "../hooks/page";

/** For screen readers, which cannot show the colour. */
export function SeverityWord({ finding }: { readonly finding: GreenhouseFinding }): VNode {
  const { cardWords } = usePage().texts.farm;
  return <span class="visually-hidden">{cardWords[severityOf(finding)]}: </span>;
}
