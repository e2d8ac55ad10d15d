/** How people are notified: their channels, languages and devices, and the time until they are notified. */

import type { Language } from "../words/languages.ts";

/** The ways to reach people. A webhook belongs to the farm. */
export const CHANNELS = ["email", "push", "webhook"] as const;
export type Channel = (typeof CHANNELS)[number];

/** How many minutes an alert may stand unacknowledged before a person is notified of it. */
export const AFTER_MINUTES = [0, 5, 15, 30] as const;
export type AfterMinutes = (typeof AFTER_MINUTES)[number];

/** `users/<authUid>/alerts`: how a person is notified of a farm's alerts. */
export interface Personal {
  readonly hasEmail: boolean;
  /** 32 hexadecimal digits. Anybody who knows them may switch e-mail off. */
  readonly token: string | undefined;
  readonly language: Language | undefined;
  /** Devices that get push messages, by id. */
  readonly devices: ReadonlyMap<string, PushSubscription>;
  /** Undefined if the person wants no notifications from the farm. */
  readonly afterMinutes: AfterMinutes | undefined;
  /** When the person chose `afterMinutes`, if known. Earlier alerts may have used an earlier choice. */
  readonly since?: number;
}

/** As the browser's PushSubscription gives it. */
export interface PushSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** Maximum length of the text that says why a notification was not delivered. */
export const MAX_PROBLEM_CHARACTERS = 300;

/** `alertTests/<authUid>/<channel>`: a person asks for a test message, and the next run of the jobs answers. */
export interface AlertTest {
  readonly farmId: string;
  readonly askedAt: number;
  readonly doneAt?: number;
  /** Why the message could not be delivered. */
  readonly problem?: string;
}
