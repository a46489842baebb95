import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { addVehicle, type GarageVehicle } from '#domain/garage.ts';
import { vehicleName } from '#domain/part-address.ts';
import { Button } from '#ui/button.tsx';
import { changeGarage } from '#ui/garage-store.ts';
import type { DecodedVehicle } from './decode-vin.server.ts';
import { FoundVehicles, NoParts, toGarageVehicle } from './found-vehicles.tsx';

export interface VinLookupProps {
  /** Has a field named 'vin'. */
  form: HTMLFormElement;
  /** The list of a vehicle's parts. */
  partsAddress: (vehicle: Pick<GarageVehicle, 'make' | 'model' | 'year'>) => string;
  onProblem: (problem: string | undefined) => void;
  onBusy: (isBusy: boolean) => void;
}

interface Answer {
  /** What is wrong, or probably wrong, with the VIN. */
  error?: string;
  can_confirm?: boolean;
  vehicles?: DecodedVehicle[];
}

type Shown = { canConfirm: true } | { vehicles: DecodedVehicle[] } | { without: GarageVehicle };

const FAILED = "We couldn't look up the VIN. Please try again, or choose your car by make, model and year.";

/** Looks up the VIN of a form by POST, puts the vehicle into the garage, and opens the list of its parts. */
export function VinLookup({ form, partsAddress, onProblem, onBusy }: VinLookupProps) {
  const navigate = useNavigate();
  const [shown, setShown] = useState<Shown>();

  async function use(vehicle: GarageVehicle) {
    changeGarage((garage) => addVehicle(garage, vehicle));
    form.reset();
    if (await hasParts(vehicle)) await navigate(partsAddress(vehicle));
    else setShown({ without: vehicle });
  }

  async function lookUp(isConfirmed: boolean) {
    setShown(undefined);
    onProblem(undefined);
    const vin = String(new FormData(form).get('vin') ?? '');
    const { error, can_confirm: canConfirm, vehicles } = await ask(vin, isConfirmed);
    if (!vehicles) {
      onProblem(error ?? FAILED);
      if (canConfirm) setShown({ canConfirm: true });
      return form.querySelector('input')?.focus();
    }
    const [only, ...others] = vehicles;
    const mine = only && others.length === 0 ? toGarageVehicle(only) : undefined;
    if (mine) await use(mine);
    else setShown({ vehicles });
  }

  const onSubmit = useEffectEvent((event: SubmitEvent) => {
    event.preventDefault();
    onBusy(true);
    const isConfirmed = (event.submitter as HTMLButtonElement | null)?.name === 'confirmed';
    void lookUp(isConfirmed).finally(() => onBusy(false));
  });
  useEffect(() => {
    const controller = new AbortController();
    form.addEventListener('submit', (event) => onSubmit(event), { signal: controller.signal });
    return () => controller.abort();
  }, [form]);

  return (
    <div role="status" className="mt-3 empty:hidden">
      {shown && 'canConfirm' in shown && (
        <Button type="submit" name="confirmed" value="yes">
          Use It as It Is
        </Button>
      )}
      {shown && 'vehicles' in shown && (
        <FoundVehicles vehicles={shown.vehicles} onUse={(vehicle) => void use(vehicle)} />
      )}
      {shown && 'without' in shown && (
        <>
          <p>
            <strong>{vehicleName(shown.without)}</strong> is in your garage.
          </p>
          <NoParts {...shown.without} />
        </>
      )}
    </div>
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

/** True if it is not known: the list says so then. */
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
