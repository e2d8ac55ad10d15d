/** Texts about channels with a confirmed address, their escalation, and quiet hours. */

import { de } from "./de/channels";
import { en } from "./en/channels";
import { defineTexts } from "./define";

export const useChannelTexts = defineTexts({ en, de });
