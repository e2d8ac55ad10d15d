/** Texts about changes that are not saved yet, and about a new version. */

import { de } from "./de/offline";
import { defineTexts } from "./define";
import { en } from "./en/offline";

export const useOfflineTexts = defineTexts({ en, de });
