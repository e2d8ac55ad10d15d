/** One's own ID, to be copied: what the owner of a farm asks for. */

import type { VNode } from "preact";
import { CopyButton } from "./copy-button";
import { usePage } from "./page";

export function OwnId(): VNode {
  const { person, speech } = usePage();
  const { yourId } = speech.texts.account;
  return (
    <>
      <p class="label">{yourId}</p>
      <p class="uid">
        <code>{person.uid}</code>
        <CopyButton text={person.uid} what={yourId} />
      </p>
    </>
  );
}
