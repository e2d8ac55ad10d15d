/** Something that needs attention, described in words in addition to its colour. */

import type { VNode } from "preact";
import type { Attention } from "../model/attention";
import { WarningIcon } from "./icons";
import { usePage } from "./page";
import { useAttentionText } from "./words";

export interface AttentionLineProps {
  readonly attention: Attention;
  /** How many others there are. */
  readonly more?: number;
}

export function AttentionLine({ attention, more = 0 }: AttentionLineProps): VNode {
  const { farm } = usePage().texts;
  const textOf = useAttentionText();
  return (
    <p class={`attention ${severityOf(attention)}`}>
      <WarningIcon />
      <span>
        <SeverityWord attention={attention} />
        <strong>{attention.sensor.name}</strong> {textOf(attention)}
        {more > 0 && `, ${farm.more(more)}`}
      </span>
    </p>
  );
}

/** The name of a colour in the style sheet. */
export function severityOf({ kind }: Pick<Attention, "kind">): "bad" | "warn" {
  return kind === "above" || kind === "below" ? "bad" : "warn";
}

/** For screen readers, which cannot convey the colour. */
export function SeverityWord({ attention }: { readonly attention: Attention }): VNode {
  const { attentionWord } = usePage().texts;
  const word = severityOf(attention) === "bad" ? attentionWord.bad : attentionWord.warning;
  return <span class="visually-hidden">{word}: </span>;
}
