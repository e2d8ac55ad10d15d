/** What needs attention, in words beside the colour. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Attention } from "../model/attention";
import { Button } from "./controls";
import { useNow } from "./hooks";
import { WarningIcon } from "./icons";
import { usePage } from "./page";

/** A text for one thing, without its sensor's name. */
export function useAttentionText(): (attention: Attention) => string {
  const { speech, format } = usePage();
  const { texts } = speech;
  const now = useNow();
  return (attention) => {
    const measurement = "measurement" in attention ? attention.measurement : "battery";
    const value = "value" in attention ? format.value(attention.value, measurement) : "";
    const since =
      attention.kind === "silent" && attention.since !== undefined
        ? format.moment(attention.since, now)
        : undefined;
    return texts.attention({
      kind: attention.kind,
      measurement: texts.measurements[measurement],
      value,
      bound: "bound" in attention ? format.value(attention.bound, measurement) : "",
      since,
    });
  };
}

/** So many stand above the tiles; the others wait for a press. */
const SHOWN = 6;

export function AttentionList({ all }: { readonly all: readonly Attention[] }): VNode {
  const { farm } = usePage().speech.texts;
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? all : all.slice(0, SHOWN);
  return (
    <div class="attentions">
      {shown.map((one) => (
        <AttentionLine
          key={`${one.kind} ${one.sensor.uid} ${"measurement" in one ? one.measurement : ""}`}
          attention={one}
        />
      ))}
      {shown.length < all.length && (
        <Button kind="quiet" onClick={() => setOpen(true)}>
          {farm.more(all.length - shown.length)}
        </Button>
      )}
    </div>
  );
}

export function AttentionLine({ attention }: { readonly attention: Attention }): VNode {
  const { attentionWord } = usePage().speech.texts;
  const textOf = useAttentionText();
  const isBad = attention.kind === "above" || attention.kind === "below";
  return (
    <p class={`attention ${isBad ? "bad" : "warn"}`}>
      <WarningIcon />
      <span>
        <span class="visually-hidden">{isBad ? attentionWord.bad : attentionWord.warning}: </span>
        <strong>{attention.sensor.name}</strong> {textOf(attention)}
      </span>
    </p>
  );
}
