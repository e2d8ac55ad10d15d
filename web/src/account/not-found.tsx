/** Shown at an address without a view. */

import type { VNode } from "preact";
import { useTitle } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { Link } from "../shared/hooks/router";

export function NotFound(): VNode {
  const { notFound } = usePage().texts;
  useTitle(notFound.title);
  return (
    <>
      <h1>{notFound.title}</h1>
      <p>{notFound.lead}</p>
      <Link class="button primary" href="/">
        {notFound.home}
      </Link>
    </>
  );
}
