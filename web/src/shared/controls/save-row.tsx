/** The last row of a form, with buttons that save or discard the input. */

import type { ComponentChildren, VNode } from "preact";
import { Button } from "./controls";
import { usePage } from "../hooks/page";

export interface SaveRowProps {
  /** Whether the input differs from the stored values. */
  readonly isChanged: boolean;
  readonly onCancel: () => void;
  /** Further buttons. */
  readonly children?: ComponentChildren;
}

export function SaveRow({ isChanged, onCancel, children }: SaveRowProps): VNode {
  const { texts } = usePage();
  return (
    <div class="row">
      <Button type="submit" kind={isChanged ? "primary" : "plain"}>
        {texts.save}
      </Button>
      {isChanged && (
        <Button kind="quiet" onClick={onCancel}>
          {texts.cancel}
        </Button>
      )}
      {children}
    </div>
  );
}
