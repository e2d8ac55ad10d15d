/**
 * The settings that determine the daily figures: two selects for owners, text for viewers. A choice is saved at once
 * and can be undone.
 */

import type { VNode } from "preact";
import { isLightSource, LIGHT_SOURCES } from "@greenhouse/domain/rollups/daily";
import type { DailySettings, LightSource } from "@greenhouse/domain/rollups/daily";
import { Select } from "../shared/controls/controls";
import { useFarm } from "../shared/hooks/farm";
import { useChanges } from "../shared/hooks/changes";
import { usePage } from "../shared/hooks/page";
import type { DailyTexts } from "../text/en/daily";

/** The usual base temperatures of crops, in °C. */
const BASES = [0, 2, 4, 5, 6, 7, 8, 10, 12, 13, 15, 18];

export interface DailySettingsFormProps {
  /** The greenhouse's id. */
  readonly id: string;
  readonly settings: DailySettings;
  readonly texts: DailyTexts;
}

export function DailySettingsForm({ id, settings: daily, texts }: DailySettingsFormProps): VNode {
  const { texts: common, attempt, format } = usePage();
  const changes = useChanges();
  const isOwner = useFarm().role === "owner";
  const degrees = (base: number): string => format.value(base, "temperature");
  const store = (next: Partial<DailySettings>, before: Partial<DailySettings>): void =>
    attempt(changes.setDaily(id, next), {
      text: common.saved,
      undo: () => attempt(changes.setDaily(id, before)),
    });
  const { lightSource, degreeDayBase } = daily;
  if (!isOwner) {
    return (
      <p class="quiet">
        {texts.lightSource}: {texts.lightSources[daily.lightSource]}. {texts.base}:{" "}
        {degrees(daily.degreeDayBase)}.
      </p>
    );
  }
  const bases = [...new Set([...BASES, daily.degreeDayBase])].sort((a, b) => a - b);
  const sources = (Object.keys(LIGHT_SOURCES) as LightSource[]).map(
    (source) => [source, texts.lightSources[source]] as const,
  );
  return (
    <details class="chart-table">
      <summary>{texts.settings}</summary>
      <div class="daily-settings">
        <Select
          label={texts.lightSource}
          hint={texts.lightLead}
          value={daily.lightSource}
          options={sources}
          onValue={(source) =>
            isLightSource(source) && store({ lightSource: source }, { lightSource })
          }
        />
        <Select
          label={texts.base}
          value={String(daily.degreeDayBase)}
          options={bases.map((base) => [String(base), degrees(base)])}
          onValue={(base) => store({ degreeDayBase: Number(base) }, { degreeDayBase })}
        />
      </div>
    </details>
  );
}
