/** Registers a sensor: its description, its uid, its greenhouse, and whether it has its own key. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { UNKNOWN_TYPE } from "@greenhouse/domain/identity/sensor-records";
import { likelyRole } from "@greenhouse/domain/identity/unregistered";
import type { Greenhouse, Sensor } from "../model/farm/farm";
import { checkNewUid } from "@greenhouse/domain/identity/keys";
import type { Fault } from "../model/input/validate";
import { Checkbox, Field, Form } from "../shared/controls/controls";
import { Dialog, DialogActions } from "../shared/controls/dialog";
import { useFarm } from "../shared/hooks/farm";
import { usePage } from "../shared/hooks/page";
import { createIds } from "../shared/hooks/random";
import { useSensorTexts } from "../text/sensors";
import { DescriptionFields, useDescription } from "./description-fields";
import { GreenhouseSelect } from "./greenhouse-select";
import { useRegistration } from "./registration";
import type { RegistrationProps } from "./registration";

export interface RegisterSensorProps extends RegistrationProps {
  /** The input that the database refused, to be corrected. */
  readonly refused?: Sensor | undefined;
  readonly onClose: () => void;
}

export function RegisterSensor(props: RegisterSensorProps): VNode {
  const { refused, heard, onClose } = props;
  const { greenhouses, sensors } = useFarm();
  const sensorTexts = useSensorTexts();
  const description = useDescription({
    // A device that the gateway reported needs only one press.
    name: refused?.name ?? heard?.uid ?? "",
    type: refused?.type ?? (heard ? UNKNOWN_TYPE : ""),
    role: refused?.role ?? likelyRole(heard?.reading ?? ""),
  });
  const [placing, setPlacing] = useState(() => firstPlacing(props, greenhouses));
  const [isTried, setTried] = useState(refused !== undefined);
  const register = useRegistration(props);
  const [suggest] = useState(createIds);
  const name = description.typed.name;
  const shownUid = placing.uid ?? (name === "" ? "" : suggest(name));
  const uid = shownUid.trim();
  const fault = sensors.some((sensor) => sensor.uid === uid) ? "taken" : checkNewUid(uid);
  const uidFault = fault ?? (refused?.uid === uid ? "refused" : undefined);
  // Until there is a name, the empty name is the only fault.
  const isNamed = placing.uid !== undefined || name !== "";
  const submit = (): void => {
    setTried(true);
    if (uidFault !== undefined || !description.isComplete) return;
    onClose();
    const greenhouse = placing.greenhouse || undefined;
    register({ ...description.typed, uid, greenhouse }, placing.hasOwnKey);
  };
  return (
    <Dialog title={sensorTexts.register} onClose={onClose}>
      <Form onSubmit={submit}>
        <DescriptionFields {...{ description, isTried }} />
        <PlacingFields
          {...{ placing, uid: shownUid, fault: isTried && isNamed ? uidFault : undefined }}
          onPlacing={(changed) => setPlacing((before) => ({ ...before, ...changed }))}
        />
        <DialogActions submit={sensorTexts.register} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

/** The fields that exist only for a new sensor. */
interface Placing {
  /** Undefined until somebody types a uid: it then follows the name. */
  readonly uid: string | undefined;
  /** Empty if not assigned. */
  readonly greenhouse: string;
  readonly hasOwnKey: boolean;
}

/** Returns the initial fields. Chooses the greenhouse if the farm has only one. */
function firstPlacing(
  { refused, heard }: RegisterSensorProps,
  [only, ...others]: readonly Greenhouse[],
): Placing {
  const preset = refused === undefined && others.length === 0 ? only?.id : refused?.greenhouse;
  return {
    uid: (refused ?? heard)?.uid,
    greenhouse: preset ?? "",
    hasOwnKey: heard === undefined,
  };
}

interface PlacingFieldsProps {
  readonly placing: Placing;
  readonly uid: string;
  readonly fault: Fault | undefined;
  readonly onPlacing: (changed: Partial<Placing>) => void;
}

function PlacingFields({ placing, uid, fault, onPlacing }: PlacingFieldsProps): VNode {
  const { validation } = usePage().texts;
  const sensorTexts = useSensorTexts();
  const { greenhouse, hasOwnKey } = placing;
  return (
    <>
      <Field
        label={sensorTexts.uid}
        value={uid}
        onValue={(text) => onPlacing({ uid: text })}
        error={fault && validation[fault]}
        hint={sensorTexts.uidHint}
        isCode
      />
      <GreenhouseSelect value={greenhouse} onValue={(id) => onPlacing({ greenhouse: id })} />
      <Checkbox
        label={sensorTexts.ownKey}
        hint={sensorTexts.ownKeyHint}
        isChecked={hasOwnKey}
        onChecked={(isChecked) => onPlacing({ hasOwnKey: isChecked })}
      />
    </>
  );
}
