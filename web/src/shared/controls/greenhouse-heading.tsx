/** The top of a greenhouse's view: the link to the overview, and the name. It is shown before the values arrive. */

import type { VNode } from "preact";
import { pathOf } from "../../model/input/route";
import { usePage } from "../hooks/page";
import { Link } from "../hooks/router";
import { BackIcon } from "./icons";

export interface GreenhouseHeadingProps {
  readonly farmId: string;
  /** Undefined until it is known. */
  readonly name: string | undefined;
}

export function GreenhouseHeading({ farmId, name }: GreenhouseHeadingProps): VNode {
  return (
    <>
      <Link class="back" href={pathOf({ view: "farm", farmId })}>
        <BackIcon />
        {usePage().texts.greenhouse.back}
      </Link>
      {name === undefined ? (
        <div class="skeleton">
          <div class="skeleton-line skeleton-heading" />
        </div>
      ) : (
        <h1>{name}</h1>
      )}
    </>
  );
}
