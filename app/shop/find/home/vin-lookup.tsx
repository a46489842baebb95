import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useNavigate } from '#kit/offline.ts';
import { addVehicle, type GarageVehicle } from '#core/vehicles/garage.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import { Button } from '#kit/button.tsx';
import { FieldError } from '#kit/field.tsx';
import { changeGarage } from '#core/fitment/garage-store.ts';
import type { DecodedVehicle } from '#core/vehicles/decode-vin.server.ts';
import { FoundVehicles, NoParts, toGarageVehicle } from '#core/fitment/ui/found-vehicles.tsx';

interface VinLookupProps {
  /** The form's field for the VIN. */
  field: HTMLInputElement;
  /** Returns the address of the list of a vehicle's parts. */
  partsAddress: (vehicle: Pick<GarageVehicle, 'make' | 'model' | 'year'>) => string;
}

interface Answer {
  /** Says what is wrong, or probably wrong, with the VIN. */
  error?: string;
  can_confirm?: boolean;
  vehicles?: DecodedVehicle[];
}

type Shown =
  | { problem: string; canConfirm: boolean }
  | { vehicles: DecodedVehicle[] }
  | { without: GarageVehicle }
  | 'busy';

const FAILED = "We couldn't look up the VIN. Please try again, or choose your car by make, model and year.";

/** Looks up the VIN of a form by POST, puts the vehicle into the garage, and opens the list of its parts. */
export function VinLookup({ field, partsAddress }: VinLookupProps) {
  const errorId = useId();
  const navigate = useNavigate();
  const [shown, setShown] = useState<Shown>();
  const problem = shown && shown !== 'busy' && 'problem' in shown ? shown.problem : undefined;

  async function use(vehicle: GarageVehicle) {
    changeGarage((garage) => addVehicle(garage, vehicle));
    if (await hasParts(vehicle)) return navigate(partsAddress(vehicle));
    field.form?.reset();
    setShown({ without: vehicle });
  }

  async function lookUp(isConfirmed: boolean) {
    const { error, can_confirm: canConfirm = false, vehicles } = await ask(field.value, isConfirmed);
    if (!vehicles) {
      setShown({ problem: error ?? FAILED, canConfirm });
      field.focus();
      return;
    }
    const [only, ...others] = vehicles;
    const mine = only && others.length === 0 ? toGarageVehicle(only) : undefined;
    if (mine) await use(mine);
    else setShown({ vehicles });
  }

  const onSubmit = useEffectEvent((event: SubmitEvent) => {
    event.preventDefault();
    if (shown === 'busy') return;
    setShown('busy');
    void lookUp((event.submitter as HTMLButtonElement | null)?.name === 'confirmed');
  });
  const onInput = useEffectEvent(() => {
    if (shown !== 'busy') setShown(undefined);
  });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    field.form?.addEventListener('submit', (event) => onSubmit(event), { signal });
    field.addEventListener('input', () => onInput(), { signal });
    return () => controller.abort();
  }, [field]);

  useEffect(() => {
    field.setAttribute('aria-describedby', errorId);
    if (problem === undefined) field.removeAttribute('aria-invalid');
    else field.setAttribute('aria-invalid', 'true');
  }, [field, errorId, problem]);

  return (
    <>
      <FieldError id={errorId}>{problem}</FieldError>
      <div role="status" className="mt-3 empty:hidden">
        {shown === 'busy' && 'Looking up your VIN...'}
        {shown && shown !== 'busy' && <Found shown={shown} onUse={(vehicle) => void use(vehicle)} />}
      </div>
    </>
  );
}

function Found({ shown, onUse }: { shown: Exclude<Shown, 'busy'>; onUse: (vehicle: GarageVehicle) => void }) {
  if ('vehicles' in shown) return <FoundVehicles vehicles={shown.vehicles} onUse={onUse} />;
  if ('without' in shown) {
    return (
      <>
        <p>
          <strong>{vehicleName(shown.without)}</strong> is in your garage.
        </p>
        <NoParts {...shown.without} />
      </>
    );
  }
  return (
    shown.canConfirm && (
      <Button type="submit" name="confirmed" value="yes">
        Use this VIN anyway
      </Button>
    )
  );
}

async function ask(vin: string, confirmed: boolean): Promise<Answer> {
  try {
    const response = await fetch('/functions/v1/decode-vin', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ vin, confirmed }),
    });
    return (await response.json()) as Answer;
  } catch {
    return {};
  }
}

/** Returns true if the answer is unknown: then the list shows it. */
async function hasParts({ make, model, year }: GarageVehicle): Promise<boolean> {
  try {
    const response = await fetch(
      `/api/parts/count?${new URLSearchParams({ make, model, year: String(year) })}`,
    );
    if (!response.ok) return true;
    const { total } = (await response.json()) as { total: number };
    return total > 0;
  } catch {
    return true;
  }
}
