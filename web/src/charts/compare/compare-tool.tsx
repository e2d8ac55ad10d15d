/** The button and the dialog that choose what to compare, and the line that says it and copies its link. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Greenhouse } from "../../model/farm/farm";
import { namesOfOnly, YEAR } from "../../model/plot/comparison";
import type { Versus } from "../../model/plot/comparison";
import { Button, Form, Select } from "../../shared/controls/controls";
import { CopyButton } from "../../shared/controls/copy-button";
import { Dialog, DialogActions } from "../../shared/controls/dialog";
import { useFarm } from "../../shared/hooks/farm";
import { usePage } from "../../shared/hooks/page";
import { useToolTexts } from "../../text/chart-tools";
import { useComparison } from "./use-comparison";
import type { ComparisonState } from "./use-comparison";

export interface CompareProps {
  readonly greenhouseId: string;
}

export function CompareButton(props: CompareProps): VNode {
  const { compare: texts } = useToolTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{texts.open}</Button>
      {isOpen && <CompareDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

const SENSORS = "/sensors";

interface CompareDialogProps extends CompareProps {
  readonly onClose: () => void;
}

function CompareDialog({ greenhouseId, onClose }: CompareDialogProps): VNode {
  const { greenhouses, sensors } = useFarm();
  const { compare: texts } = useToolTexts();
  const { compare, versus, only } = useComparison();
  const others = greenhouses.filter(({ id }) => id !== greenhouseId);
  const own = sensors
    .filter((sensor) => sensor.greenhouse === greenhouseId)
    .map(({ uid, name }) => [uid, name] as const);
  const listed = own.map(([uid]) => uid);
  const kept = listed.filter((uid) => only?.has(uid));
  const presets = [...new Set([...kept, ...listed])];
  const [kind, setKind] = useState(only === undefined ? valueOf(versus, others) : SENSORS);
  const [first, setFirst] = useState(presets[0] ?? "");
  const [second, setSecond] = useState(presets[1] ?? "");
  const submit = (): void => {
    compare(
      kind === SENSORS
        ? { versus: undefined, only: new Set([first, second]) }
        : {
            versus: kind === YEAR ? { kind: "year" } : { kind: "greenhouse", id: kind },
            only: undefined,
          },
    );
    onClose();
  };
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <Form onSubmit={submit}>
        <Select
          label={texts.with}
          value={kind}
          options={[
            [YEAR, texts.year] as const,
            ...(own.length > 1 ? [[SENSORS, texts.sensors] as const] : []),
            ...others.map(({ id, name }) => [id, name] as const),
          ]}
          onValue={setKind}
        />
        {kind === SENSORS && (
          <>
            <Select label={texts.first} value={first} options={own} onValue={setFirst} />
            <Select label={texts.second} value={second} options={own} onValue={setSecond} />
          </>
        )}
        <DialogActions submit={texts.submit} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

/** A greenhouse of an old link may be removed. */
function valueOf(versus: Versus | undefined, others: readonly Pick<Greenhouse, "id">[]): string {
  const isListed = versus?.kind === "greenhouse" && others.some(({ id }) => id === versus.id);
  return isListed ? versus.id : YEAR;
}

/** Says what is compared; renders nothing if nothing is. */
export function CompareNote({ greenhouseId }: CompareProps): VNode | null {
  const comparison = useComparison();
  const { compare: texts } = useToolTexts();
  const text = useComparisonText(comparison, greenhouseId);
  if (text === undefined) return null;
  return (
    <div class="row compare-note">
      <span>{text}</span>
      <CopyButton text={location.href} label={texts.link} hasWord word={texts.copyLink} />
      <Button
        kind="quiet"
        onClick={() => comparison.compare({ versus: undefined, only: undefined })}
      >
        {texts.stop}
      </Button>
    </div>
  );
}

function useComparisonText(
  { versus, only }: ComparisonState,
  greenhouseId: string,
): string | undefined {
  const { greenhouses, sensors } = useFarm();
  const { compare: texts } = useToolTexts();
  const { locale } = usePage();
  const nameOf = (id: string): string =>
    greenhouses.find((greenhouse) => greenhouse.id === id)?.name ?? texts.gone;
  if (versus?.kind === "year") return texts.comparedYear(nameOf(greenhouseId));
  if (versus !== undefined) return texts.compared(nameOf(greenhouseId), nameOf(versus.id));
  if (only === undefined) return undefined;
  const names = namesOfOnly(only, sensors, texts.goneSensor);
  return texts.only(new Intl.ListFormat(locale).format(names));
}
