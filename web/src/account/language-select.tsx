/** Lets people choose the page's language. */

import type { VNode } from "preact";
import { isLanguage } from "@greenhouse/domain/words/languages";
import { Select } from "../shared/controls/controls";
import { useServices } from "../shared/hooks/page";
import { LANGUAGE_NAMES, rememberLanguage } from "../text/language";

/** Reloads the page in the other language, at the same address. */
export function LanguageSelect(): VNode {
  const { texts, language } = useServices();
  return (
    <Select
      label={texts.account.language}
      value={language}
      options={Object.entries(LANGUAGE_NAMES)}
      onValue={(chosen) => {
        if (!isLanguage(chosen)) return;
        rememberLanguage(chosen);
        location.reload();
      }}
    />
  );
}
