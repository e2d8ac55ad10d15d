/** What every view may use: the backend, the texts, the clock, and ways to speak to the person. */

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Backend } from "../data/backend";
import type { Changes } from "../data/changes";
import type { ConnectionWatch } from "../data/connection";
import type { Person } from "../data/session";
import type { Formatter } from "../model/format";
import type { Speech } from "../text/language";

export interface Services {
  readonly backend: Backend;
  readonly connection: ConnectionWatch;
  readonly changes: Changes;
  readonly speech: Speech;
  readonly format: Formatter;
}

export interface Page extends Services {
  readonly person: Person;
  /** Carries out a change; says what the database has against it, and how it went where there is a text for it. */
  readonly attempt: (change: Promise<void>, done?: Notice) => void;
}

/** A line at the bottom of the page; `undo` and `next` give it a button. */
export interface Notice {
  readonly text: string;
  readonly undo?: () => void;
  /** What is usually done afterwards, and the address where. */
  readonly next?: { readonly name: string; readonly href: string };
  readonly isProblem?: boolean;
}

export const ServicesContext = createContext<Services | undefined>(undefined);
export const PageContext = createContext<Page | undefined>(undefined);

export function useServices(): Services {
  return present(useContext(ServicesContext));
}

/** Below the sign-in. */
export function usePage(): Page {
  return present(useContext(PageContext));
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("used outside of its context");
  return value;
}
