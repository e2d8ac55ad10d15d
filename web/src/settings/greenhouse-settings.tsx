/** A greenhouse's page: its name and limits, as a form for owners, as text for viewers. */

import type { VNode } from "preact";
import { shownOf } from "../model/values/measurement";
import { pathOf } from "../model/input/route";
import { useFarm, useGreenhouses } from "../shared/hooks/farm";
import { BackIcon } from "../shared/controls/icons";
import { Link } from "../shared/hooks/router";
import { usePage } from "../shared/hooks/page";
import { useSettingsTexts } from "../text/settings";
import { CardChoice } from "./card-choice";
import { GreenhouseForm } from "./greenhouse-form";
import { useThresholdsText } from "./thresholds-text";

export function GreenhouseSettings({ id }: { readonly id: string }): VNode {
  const farm = useFarm();
  const { texts, format } = usePage();
  const { settings } = useSettingsTexts();
  const thresholdsOf = useThresholdsText();
  const [live] = useGreenhouses(farm.greenhouses.filter((listed) => listed.id === id));
  const greenhouse = live?.greenhouse;
  const measured = shownOf(live?.senders.measured ?? []);
  return (
    <>
      <Link class="back" href={pathOf({ view: "settings", farmId: farm.id })}>
        <BackIcon />
        {settings.title}
      </Link>
      <h1>{greenhouse?.name ?? texts.notFound.title}</h1>
      {greenhouse === undefined && <p>{texts.greenhouse.unknown}</p>}
      {greenhouse && (
        <section class="card" aria-label={greenhouse.name}>
          {farm.role === "owner" ? (
            // A new unit resets the form, because the typed numbers would mean other values.
            <GreenhouseForm key={format.unit("temperature")} {...{ greenhouse, measured }} />
          ) : (
            <p>{thresholdsOf(greenhouse.thresholds)}</p>
          )}
        </section>
      )}
      {greenhouse && farm.role === "owner" && measured.length > 1 && (
        <CardChoice {...{ greenhouse, measured }} />
      )}
    </>
  );
}
