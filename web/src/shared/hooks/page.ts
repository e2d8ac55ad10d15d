/** The services of every view: the backend, the texts, the clock, and notices. */

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Backend } from "../../data/connection/backend";
import type { ConnectionWatch } from "../../data/connection/connection";
import type { Person } from "../../model/farm/person";
import type { Writes } from "../../data/changes/writes";
import type { Formatter } from "../../model/values/format";
import type { Translation } from "../../text/language";

export interface Services extends Translation {
  readonly backend: Backend;
  readonly connection: ConnectionWatch;
  /** The pending changes. */
  readonly writes: Writes;
  readonly format: Formatter;
}

export interface Page extends Services {
  readonly person: Person;
  /**
   * Waits for a change, then shows the notice, or why the change failed.
   * @param refused the text if the database refuses; by default, that the person lacks permission
   */
  readonly attempt: (change: Promise<void>, done?: Notice, refused?: string) => void;
}

/** A line at the bottom of the page; `undo` gives it a button. */
export interface Notice {
  readonly text: string;
  readonly undo?: () => void;
  readonly isProblem?: boolean;
}

export const ServicesContext = createContext<Services | undefined>(undefined);
export const PageContext = createContext<Page | undefined>(undefined);

export function useServices(): Services {
  return present(useContext(ServicesContext));
}

/** Returns the services. For views that require a sign-in. */
export function usePage(): Page {
  return present(useContext(PageContext));
}

export function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("used outside of its context");
  return value;
}
