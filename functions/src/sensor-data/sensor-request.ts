/** A parsed request to `/sensorData`: readings, their sender and its credential. */

import type { BoardReport } from "@greenhouse/domain/boards/board-status";
import type { Reported } from "@greenhouse/domain/outputs/model";
import {
  AMBIENT,
  MEASUREMENTS,
  type Measurement,
  type Measurements,
} from "@greenhouse/domain/quantities/measurements";
import type { SignedBody } from "../request/signature";
import type { Result } from "../result";

/** The settings for accepted variants of `POST /sensorData`. `signed` means MD5 and HMAC. `both` means all variants. */
export const ACCEPTED_VARIANTS = ["both", "signed", "hmac", "key-in-body"] as const;
export type AcceptedVariants = (typeof ACCEPTED_VARIANTS)[number];

/** The measurements of each variant. */
export const MEASUREMENTS_OF: Readonly<Record<Variant, readonly Measurement[]>> = {
  hmac: MEASUREMENTS,
  md5: MEASUREMENTS,
  "key-in-body": AMBIENT,
};

/**
 * Fields that name the sender, or contain a credential or readings. They never count as ignored, because a board may
 * send the credentials of several variants.
 */
export const ENVELOPE = ["uid", "farmId", "signature", "apiKey", "readings"] as const;

/** Readings, and the credential that authorizes their sender. */
export interface SensorRequest {
  readonly sender: Sender;
  readonly credential: Credential;
  /** Whether the readings came as a list. */
  readonly isBatch: boolean;
  /** In the order of the request. An invalid reading of a batch does not affect the other readings. */
  readonly readings: readonly Result<Reading>[];
  /** Undefined if the request has no outputs. Only present under HMAC, from a single sensor. */
  readonly outputs?: Reports | undefined;
  /** Whether a farm's batch asks for the names of its sensors. */
  readonly asksNames?: boolean;
  /** Whether the board asks for the interval that its owners want. */
  readonly asksInterval?: boolean;
  /** The id of the import that a batch is a part of. */
  readonly importId?: string | undefined;
}

/** A board's reports, by the names of its outputs. */
export type Reports = Readonly<Record<string, Reported>>;

/** The credential of each variant. */
export type Credential =
  | {
      /** A signature over the whole body, in `X-Signature`. */
      readonly variant: "hmac";
      /** Undefined if the header is missing. */
      readonly signedBody: SignedBody | undefined;
      /** When the request was sent, by the sender's clock, in Unix milliseconds. */
      readonly timeMs: number;
    }
  | {
      /** A signature over the key, the timestamp and the uid. */
      readonly variant: "md5";
      readonly signature: string | undefined;
      /** The body as sent, because the signature covers the timestamp's original characters. */
      readonly text: string;
      readonly timeMs: number;
    }
  | {
      /** The deployment's key. */
      readonly variant: "key-in-body";
      readonly apiKey: string | undefined;
    };

export type Variant = Credential["variant"];

/** A sensor, or a farm with a batch of its sensors. */
export type Sender = { readonly uid: string } | { readonly farmId: string };

/** Returns a unique name for a sender. A uid never contains a slash, so a farm's name differs from any sensor's. */
export function senderKey(sender: Sender): string {
  return "uid" in sender ? sender.uid : `farm/${sender.farmId}`;
}

export interface Reading {
  readonly uid: string;
  /** Unix milliseconds. */
  readonly timeMs: number;
  readonly measurements: Measurements;
  /** What the board says about itself. Undefined if it says nothing. */
  readonly board?: BoardReport | undefined;
}
