/** The address, and navigation. Links are real links, so that people can open them in a new tab. */

import { signal } from "@preact/signals";
import type { ComponentChildren, VNode } from "preact";

export interface Address {
  readonly path: string;
  readonly search: string;
  /** With the `#`; empty if there is none. */
  readonly hash: string;
}

const address = signal(currentAddress());
window.addEventListener("popstate", () => (address.value = currentAddress()));

function currentAddress(): Address {
  return { path: location.pathname, search: location.search, hash: location.hash };
}

/** Returns a new object after every navigation, even to the same address. */
export function useAddress(): Address {
  return address.value;
}

/** Goes to another view, or changes the search part of this one. */
export function navigate(to: string, mode: "push" | "replace" = "push"): void {
  const before = location.pathname;
  if (mode === "push") history.pushState(null, "", to);
  else history.replaceState(null, "", to);
  if (location.pathname !== before) scrollTo(0, 0);
  address.value = currentAddress();
}

/** Puts a view's state into the address, for reloads and bookmarks, without rendering the view again. */
export function replaceSearch(search: string): void {
  history.replaceState(null, "", location.pathname + search);
}

export interface LinkProps {
  readonly href: string;
  readonly class?: string;
  readonly isCurrent?: boolean;
  readonly children: ComponentChildren;
}

export function Link({ href, class: name, isCurrent, children }: LinkProps): VNode {
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    navigate(href);
  };
  return (
    <a href={href} class={name} aria-current={isCurrent ? "page" : undefined} onClick={follow}>
      {children}
    </a>
  );
}
