/** The readings that are left out, the newest first. Owners can let them count again. */

import type { VNode } from "preact";
import { madeTogether } from "../model/farm/left-out";
import type { SensorExclusion } from "../model/farm/left-out";
import { Button } from "../shared/controls/controls";
import { useFarm } from "../shared/hooks/farm";
import { useMemberName } from "../shared/hooks/names";
import { usePage } from "../shared/hooks/page";
import { useCorrectionTexts } from "../text/corrections";
import { useCorrectionChanges } from "./use-correction-changes";
import "./corrections.css";

export interface ExclusionListProps {
  readonly exclusions: readonly SensorExclusion[];
  /** The names of the sensors by uid; undefined if the list is of one sensor. */
  readonly names?: ReadonlyMap<string, string> | undefined;
}

export function ExclusionList({ exclusions, names }: ExclusionListProps): VNode {
  const words = useCorrectionTexts();
  if (exclusions.length === 0) return <p class="quiet">{words.nothing}</p>;
  return (
    <ul class="plain changes">
      {madeTogether(exclusions).map((group) => {
        const [first] = group;
        return (
          first && (
            <Item
              key={`${first.uid} ${first.key}`}
              exclusion={first}
              group={group}
              name={names?.get(first.owner)}
            />
          )
        );
      })}
    </ul>
  );
}

interface ItemProps {
  readonly exclusion: SensorExclusion;
  /** The exclusion, and those of other devices that the same change made. */
  readonly group: readonly SensorExclusion[];
  readonly name: string | undefined;
}

function Item({ exclusion, group, name }: ItemProps): VNode {
  const { id: farmId, role } = useFarm();
  const { texts, format, attempt } = usePage();
  const words = useCorrectionTexts();
  const nameOf = useMemberName();
  const changes = useCorrectionChanges();
  const { owner, quantity, note, by } = exclusion;
  const span = format.range(
    Math.min(...group.map(({ from }) => from)),
    Math.max(...group.map(({ until }) => until)),
  );
  const countAgain = (): void => {
    const all = group.map((change) => ({ sensor: { farmId, uid: change.uid }, change }));
    attempt(changes.undo(all), { text: words.countedAgain });
  };
  const facts = [
    quantity === undefined ? words.allQuantities : texts.measurements[quantity],
    ...(exclusion.import === undefined ? [] : [words.imported]),
    words.by(nameOf(by)),
  ];
  return (
    <li>
      <p>
        {name !== undefined && (
          <>
            <strong>
              <bdi>{name}</bdi>
            </strong>{" "}
          </>
        )}
        <bdi>{span}</bdi>
        {note !== undefined && (
          <>
            {": "}
            <bdi>{note}</bdi>
          </>
        )}
        <span class="quiet facts">{facts.join(" · ")}</span>
      </p>
      {role === "owner" && (
        <Button kind="quiet" label={words.countAgainOf(name ?? owner, span)} onClick={countAgain}>
          {words.countAgain}
        </Button>
      )}
    </li>
  );
}
