/** The form for a new greenhouse: its name and first limits, so that the farm checks it from the start. */

import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { FIRST_CHOICES, firstLimitsOf, isFirstLimits } from "../model/farm/first-limits";
import type { FirstLimits } from "../model/farm/first-limits";
import { NEW_GREENHOUSE } from "../model/farm/first-steps";
import { useChanges } from "../shared/hooks/changes";
import { Button, Select } from "../shared/controls/controls";
import { useFarm } from "../shared/hooks/farm";
import { NameForm } from "../shared/controls/name-form";
import { usePage } from "../shared/hooks/page";
import { newId } from "../shared/hooks/random";
import { useAddress } from "../shared/hooks/router";
import { useBoundsText } from "../shared/values/words";
import { useFirstTexts } from "../text/first";

export function AddGreenhouse(): VNode {
  const farm = useFarm();
  const { texts, attempt } = usePage();
  const changes = useChanges();
  const isFirst = farm.greenhouses.length === 0;
  const [isOpen, setOpen] = useState(isFirst);
  const [limits, setLimits] = useState<FirstLimits>("frost");
  const section = useRef<HTMLElement>(null);
  const address = useAddress();
  // The checklist's link leads here.
  useEffect(() => {
    if (address.hash === `#${NEW_GREENHOUSE}`) section.current?.querySelector("input")?.focus();
  }, [address]);
  const add = (name: string): void => {
    attempt(changes.addGreenhouse(farm.id, newId(name), name, firstLimitsOf(limits)));
    setOpen(false);
  };
  if (!isOpen) return <Button onClick={() => setOpen(true)}>{texts.farm.addGreenhouse}</Button>;
  return (
    <section ref={section} id={NEW_GREENHOUSE} class="card narrow">
      <NameForm label={texts.farm.greenhouseName} onName={add}>
        <LimitsChoice value={limits} onValue={setLimits} />
        <div class="row">
          <Button kind="primary" type="submit">
            {texts.farm.addGreenhouse}
          </Button>
          {!isFirst && (
            <Button kind="quiet" onClick={() => setOpen(false)}>
              {texts.cancel}
            </Button>
          )}
        </div>
      </NameForm>
    </section>
  );
}

interface LimitsChoiceProps {
  readonly value: FirstLimits;
  readonly onValue: (choice: FirstLimits) => void;
}

function LimitsChoice({ value, onValue }: LimitsChoiceProps): VNode {
  const { limits } = useFirstTexts();
  const textOf = useBoundsText();
  const nameOf = (choice: FirstLimits): string => {
    const bounds = textOf("temperature", firstLimitsOf(choice).temperature, false);
    return bounds === undefined ? limits.names[choice] : `${limits.names[choice]}: ${bounds}`;
  };
  return (
    <Select
      label={limits.label}
      value={value}
      hint={value === "none" ? limits.noneHint : limits.hint}
      options={FIRST_CHOICES.map((choice) => [choice, nameOf(choice)] as const)}
      onValue={(choice) => isFirstLimits(choice) && onValue(choice)}
    />
  );
}
