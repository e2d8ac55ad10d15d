/** The quantities on a greenhouse's card in the overview. Each change is saved at once. */

import type { VNode } from "preact";
import { MAX_ON_CARD } from "@greenhouse/domain/identity/farm-records";
import type { Shown } from "@greenhouse/domain/quantities/measurements";
import { cardOf, chosenOf } from "../model/values/measurement";
import { Checkbox } from "../shared/controls/controls";
import { useChanges } from "../shared/hooks/changes";
import { usePage } from "../shared/hooks/page";
import { useSettingsTexts } from "../text/settings";
import type { GreenhouseFormProps } from "./greenhouse-form";

export function CardChoice({ greenhouse, measured }: GreenhouseFormProps): VNode {
  const { texts, attempt } = usePage();
  const changes = useChanges();
  const { settings } = useSettingsTexts();
  const onCard = cardOf(greenhouse.card, measured);
  const choose = (quantity: Shown, isChosen: boolean): void => {
    const others = onCard.filter((chosen) => chosen !== quantity);
    const ticked = isChosen ? [...others, quantity] : others;
    attempt(changes.setCard(greenhouse.id, chosenOf(ticked, greenhouse.card, measured)));
  };
  return (
    <fieldset class="card card-choice">
      <legend>{settings.onCard}</legend>
      <p class="hint">{settings.onCardHint(MAX_ON_CARD)}</p>
      {measured.map((quantity) => {
        const isChecked = onCard.includes(quantity);
        return (
          <Checkbox
            key={quantity}
            label={texts.measurements[quantity]}
            isChecked={isChecked}
            isDisabled={isChecked ? onCard.length === 1 : onCard.length >= MAX_ON_CARD}
            onChecked={(isChosen) => choose(quantity, isChosen)}
          />
        );
      })}
    </fieldset>
  );
}
