/** What an address that leads nowhere shows. */

import type { VNode } from "preact";
import { TopBar } from "./top-bar";
import { usePage } from "./page";
import { Link } from "./router";

export function NotFound({ reason }: { readonly reason?: string }): VNode {
  const { notFound } = usePage().speech.texts;
  return (
    <>
      <TopBar />
      <main class="page narrow" id="content" tabIndex={-1}>
        <h1>{notFound.title}</h1>
        <p>{reason ?? notFound.lead}</p>
        <Link class="button primary" href="/">
          {notFound.home}
        </Link>
      </main>
    </>
  );
}
