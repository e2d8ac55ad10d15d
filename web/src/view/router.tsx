/** The address and what changes it. Links are real links: they open in a new tab as anywhere. */

import type { ComponentChildren, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";

export interface Address {
  readonly path: string;
  readonly search: string;
  /** With the `#`; empty where there is none. */
  readonly hash: string;
}

const listeners = new Set<() => void>();

function address(): Address {
  return { path: location.pathname, search: location.search, hash: location.hash };
}

function isCurrent({ path, search, hash }: Address): boolean {
  return path === location.pathname && search === location.search && hash === location.hash;
}

export function useAddress(): Address {
  const [current, setCurrent] = useState(address);
  useEffect(() => {
    const update = (): void => setCurrent(address());
    listeners.add(update);
    window.addEventListener("popstate", update);
    // It may have changed since it was first shown.
    setCurrent((shown) => (isCurrent(shown) ? shown : address()));
    return () => {
      listeners.delete(update);
      window.removeEventListener("popstate", update);
    };
  }, []);
  return current;
}

/** Goes to another view, or changes the search part of this one. */
export function navigate(to: string, how: "push" | "replace" = "push"): void {
  const before = location.pathname;
  if (how === "push") history.pushState(null, "", to);
  else history.replaceState(null, "", to);
  if (location.pathname !== before) scrollTo(0, 0);
  for (const listener of listeners) listener();
}

/** Puts what a view shows into the address, for reloading and passing on; nothing is shown anew for it. */
export function noteSearch(search: string): void {
  history.replaceState(null, "", location.pathname + search);
}

export interface LinkProps {
  readonly href: string;
  readonly class?: string;
  readonly isCurrent?: boolean;
  readonly label?: string;
  readonly children: ComponentChildren;
}

export function Link({ href, class: name, isCurrent, label, children }: LinkProps): VNode {
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    navigate(href);
  };
  return (
    <a
      href={href}
      class={name}
      aria-label={label}
      aria-current={isCurrent ? "page" : undefined}
      onClick={follow}
    >
      {children}
    </a>
  );
}
