/**
 * How the jobs send over a channel. Each channel has a file beside this one, its name in `index.ts`, and a row in
 * `domain/alerts/channels.ts`.
 */

import type { defineSecret } from "firebase-functions/params";
import type { PushSubscription } from "@greenhouse/domain/alerts/people";
import type { Webhook } from "@greenhouse/domain/alerts/settings";
import type { FindAddress } from "../accounts";
import type { Update } from "../database";
import type { Post } from "../delivery/post";
import type { Language, Notification } from "../messages/notification";
import type { Outcome, Problem } from "../delivery/outcome";

/** @typeParam To what the channel needs to know of a recipient; it follows from `of` in the channel's row */
export interface ChannelSender<To extends Addressee = Addressee, Message = unknown> {
  /** Attempts at once. */
  readonly atOnce: number;
  /** The secrets of the deployment that `open` reads. */
  readonly secrets: readonly ReturnType<typeof defineSecret>[];
  /** Says that nobody has switched the channel on, to a person who tests it. */
  readonly notSwitchedOn: Problem;
  /**
   * Writes a notification, or a test message if it has no alerts. Returns undefined if the notification is not for this
   * channel. Pure.
   */
  compose(notification: Notification, to: To): Message | undefined;
  /** Leaves out alerts that somebody has answered since the notification was written. */
  readonly skipsAnswered?: true;
  /** Writes the message that confirms an address. Present if the channel's row has an address. Pure. */
  composeCode?(code: ConfirmationCode): Message;
  /** Returns records to store in the update that counts an attempt, before `deliver`. Pure. */
  claim?(attempt: Attempt): Update;
  /**
   * Reads the parameters of the deployment. Returns undefined if they switch the channel off.
   * @throws Error if a parameter is not valid. The error does not quote a secret.
   */
  open(outside: Outside): Service<Message> | undefined;
}

/** A channel that the deployment uses. */
export interface Service<Message = unknown> {
  /** Stored at `alertService/<channel>` for the page. */
  readonly offer: true | string;
  /** Deliveries of the whole deployment in a UTC day; absent: no limit. */
  readonly budget?: number;
  /** Never rejects because of the receiver. Every wait is bounded. */
  deliver(message: Message): Promise<Outcome>;
}

/** The machine and the deployment, as channels use them. */
export interface Outside {
  /** The origin of the farm page. */
  readonly pageUrl: string;
  /** Whether the jobs run on the emulators. */
  readonly isLocal: boolean;
  /** Sends to public addresses, which people or the operator chose. Its request and answer are bounded. */
  readonly post: Post;
  /** Finds the confirmed e-mail address of a person's account. */
  readonly findAddress: FindAddress;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** A recipient, with what people have stored for the channel. */
export type Addressee = ToPerson | ToDevice | ToFarm;

interface ToAnybody {
  /** The same in each attempt at a notification, and different for each recipient. At most 200 characters. */
  readonly messageId: string;
  readonly language: Language;
}

/** For a channel `of: "person"`. */
export interface ToPerson extends ToAnybody {
  readonly person: string;
  /** The confirmed address of the kind that the channel's row names; empty if it names none. */
  readonly address: string;
  /** Anybody who knows it may switch e-mail off; empty if there is none. */
  readonly token: string;
}

/** For a channel `of: "device"`. */
export interface ToDevice extends ToAnybody {
  readonly person: string;
  readonly subscription: PushSubscription;
}

/** For a channel `of: "farm"`. */
export interface ToFarm extends ToAnybody {
  readonly webhook: Webhook;
}

export interface ConfirmationCode {
  readonly code: string;
  /** The address that the code confirms. */
  readonly address: string;
  readonly language: Language;
  /** The same if the message is sent again. */
  readonly messageId: string;
}

/** An attempt at a notification of the outbox. */
export interface Attempt {
  readonly farmId: string;
  readonly person: string;
  readonly messageId: string;
  /** Unix milliseconds. */
  readonly at: number;
}
