/** What a request to `/sensorData` holds: readings, who sends them, and what proves it. */

import type { Reported } from "@greenhouse/domain/outputs/model";
import {
  AMBIENT,
  MEASUREMENTS,
  type Measurement,
  type Measurements,
} from "@greenhouse/domain/quantities/measurements";
import type { SignedBody } from "../request/signature";
import type { Result } from "../result";

/** The variants of `POST /sensorData` that a deployment may accept: `signed` means MD5 and HMAC. */
export const ACCEPTED_VARIANTS = ["both", "signed", "hmac", "key-in-body"] as const;
export type AcceptedVariants = (typeof ACCEPTED_VARIANTS)[number];

/** The measurements that each variant takes. */
export const MEASUREMENTS_OF: Readonly<Record<Variant, readonly Measurement[]>> = {
  hmac: MEASUREMENTS,
  md5: MEASUREMENTS,
  "key-in-body": AMBIENT,
};

/** What says who sends, and proves it, in some variant: a board may send several proofs. */
export const ENVELOPE = ["uid", "farmId", "signature", "apiKey", "readings"] as const;

/** Readings, and what proves that their sender may store them. */
export interface SensorRequest {
  readonly sender: Sender;
  readonly credential: Credential;
  /** Whether the readings came as a list. */
  readonly isBatch: boolean;
  /** In the order in which they were sent. What is wrong with one of a batch refuses that one alone. */
  readonly readings: readonly Result<Reading>[];
  /** Undefined where it says nothing of outputs. Under HMAC, of a sensor alone. */
  readonly outputs?: Reports | undefined;
  /** Whether a farm's batch asks for the names of its sensors. */
  readonly asksNames?: boolean;
}

/** What a board says of its outputs, by their names. */
export type Reports = Readonly<Record<string, Reported>>;

/** How the three variants are proven. */
export type Credential =
  | {
      /** By a signature over the whole body, `X-Signature`. */
      readonly variant: "hmac";
      /** Undefined where the header is missing. */
      readonly signedBody: SignedBody | undefined;
      /** When it was sent, by the sender's clock, in Unix milliseconds. */
      readonly timeMs: number;
    }
  | {
      /** By a signature over the key, the timestamp and the uid. */
      readonly variant: "md5";
      readonly signature: string | undefined;
      /** The body as it was sent: the signature covers the timestamp's own characters. */
      readonly text: string;
      readonly timeMs: number;
    }
  | {
      /** By the deployment's key. */
      readonly variant: "key-in-body";
      readonly apiKey: string | undefined;
    };

export type Variant = Credential["variant"];

/** A sensor, or a farm with a batch of its sensors. */
export type Sender = { readonly uid: string } | { readonly farmId: string };

/** Returns a name for a sender. No uid has a slash, so a farm with the id of a sensor has another name. */
export function senderKey(sender: Sender): string {
  return "uid" in sender ? sender.uid : `farm/${sender.farmId}`;
}

export interface Reading {
  readonly uid: string;
  /** Unix milliseconds. */
  readonly timeMs: number;
  readonly measurements: Measurements;
}
