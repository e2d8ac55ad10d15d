/** Work that goes on while the person uses other views. There is at most one task. */

import { signal } from "@preact/signals";
import type { FunctionComponent } from "preact";

export interface BackgroundTask {
  /** Shown above every view. */
  readonly Bar: FunctionComponent;
  /** While it runs, a hidden page keeps its connection. */
  readonly isRunning: () => boolean;
  readonly stop: () => void;
}

/** Undefined without a task. */
export const backgroundTask = signal<BackgroundTask | undefined>(undefined);
