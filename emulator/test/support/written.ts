/**
 * Expands short forms in test/cases: `⏎` for a line break, `⟨k×3⟩` for kkk, `⟨ann⟩` for a token, `⟨sha1 text⟩` for a
 * hash in base64.
 */

import { createHash } from "node:crypto";
import { tokenOf } from "../../testing/unsigned-token";

const TOKENS: Readonly<Record<string, string>> = {
  ann: tokenOf({
    sub: "ann",
    role: "gardener",
    iat: 0,
    exp: 3600,
    firebase: { sign_in_provider: "custom" },
  }),
  unnamed: tokenOf({ role: "none" }),
};

export function written(text: string): string {
  return text
    .replaceAll("⏎", "\n")
    .replaceAll(/⟨sha1 ([^⟩]+)⟩/g, (_, hashed: string) =>
      createHash("sha1").update(hashed).digest("base64"),
    )
    .replaceAll(/⟨([^⟨×⟩]+)×(\d+)⟩/g, (_, part: string, times: string) =>
      part.repeat(Number(times)),
    )
    .replaceAll(/⟨(\w+)⟩/g, (_, name: string) => TOKENS[name] ?? "");
}
