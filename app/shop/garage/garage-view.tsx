import { useEffect, useEffectEvent, useRef } from 'react';
import {
  activateVehicle,
  addVehicle,
  type GarageVehicle,
  MAX_VEHICLES,
  removeVehicle,
  setVehicleFacts,
} from '#core/vehicles/garage.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import { selectorAddress } from '#core/vehicles/vehicle.ts';
import type { VehicleFacts } from '#core/vehicles/vehicle-facts.ts';
import { Alert } from '#kit/alert.tsx';
import { Badge } from '#kit/badge.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { Button } from '#kit/button.tsx';
import { Card } from '#kit/card.tsx';
import { type Outcome, useAction } from '#kit/form/use-action.ts';
import { changeGarage, useGarage } from '#core/fitment/garage-store.ts';
import { Icon } from '#kit/icons/icon.tsx';
import { takePendingVin } from '#core/vehicles/pending-vin.ts';
import { TextField } from '#kit/text-field.tsx';
import { TextLink } from '#kit/text-link.tsx';
import type { DecodedVehicle } from '#core/vehicles/decode-vin.server.ts';
import { FoundVehicles } from '#core/fitment/ui/found-vehicles.tsx';
import { VehicleFactsForm } from './vehicle-facts-form.tsx';
import { VehicleRow } from '#core/fitment/ui/vehicle-row.tsx';

export interface VinOutcome extends Outcome {
  vehicles?: DecodedVehicle[];
  /** The VIN is doubtful, and can be used all the same. */
  canConfirm?: boolean;
}

interface GarageViewProps {
  /** Answer to a form that was sent without JavaScript. */
  outcome: VinOutcome | undefined;
}

export function GarageView({ outcome }: GarageViewProps) {
  const garage = useGarage();
  const heading = useRef<HTMLHeadingElement>(null);
  const act = (change: typeof changeGarage extends (work: infer Work) => void ? Work : never) => {
    changeGarage(change);
    heading.current?.focus();
  };
  return (
    // The full height keeps the footer from shifting.
    <main className="mx-auto flex min-h-dvh w-full max-w-3xl flex-col gap-6 px-gutter py-8">
      <div>
        <h1>My garage</h1>
        <p className="mt-2 text-muted">
          Save your cars here, up to {MAX_VEHICLES}. We check each part against the one you&apos;re shopping
          for.
        </p>
      </div>
      <VinForm outcome={outcome} onUse={(vehicle) => act((now) => addVehicle(now, vehicle))} />
      <section aria-labelledby="vehicles" className="min-h-40">
        <h2 id="vehicles" ref={heading} tabIndex={-1} className="mb-3 text-xl outline-none">
          Your cars
        </h2>
        <noscript>
          <p className="text-muted">Your garage needs JavaScript.</p>
        </noscript>
        {garage && garage.vehicles.length === 0 && (
          <p className="text-muted">
            None yet. Enter a VIN, or <TextLink to="/">choose by make, model and year</TextLink>.
          </p>
        )}
        <ul className="flex flex-col gap-3">
          {garage?.vehicles.map((vehicle) => (
            <Vehicle
              key={vehicle.id}
              vehicle={vehicle}
              isActive={vehicle.id === garage.active}
              onActivate={(id) => act((now) => activateVehicle(now, id))}
              onRemove={() => act((now) => removeVehicle(now, vehicle.id))}
              onFacts={(facts) => changeGarage((now) => setVehicleFacts(now, vehicle.id, facts))}
            />
          ))}
        </ul>
        {garage && garage.vehicles.length > 0 && (
          <p className="mt-3">
            <TextLink to="/">Add a car by make, model and year</TextLink>
          </p>
        )}
      </section>
    </main>
  );
}

interface VinFormProps extends GarageViewProps {
  onUse: (vehicle: GarageVehicle) => void;
}

/** Sends the VIN by POST, so that it stands in no address. */
function VinForm({ outcome, onUse }: VinFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const { busy, result, problem, send } = useAction<VinOutcome>({
    failure: 'Error looking up the VIN',
    hasAlert: true,
  });
  const { errors, canConfirm, vehicles } = result ?? outcome ?? {};

  const lookUp = useEffectEvent((vin: string) => send({ vin }));
  useEffect(() => {
    const vin = takePendingVin();
    if (!vin || !field.current) return;
    field.current.value = vin;
    lookUp(vin);
  }, []);

  return (
    <Card as="section" padding="roomy" aria-labelledby="by-vin">
      <h2 id="by-vin" className="text-xl">
        Add a car by VIN
      </h2>
      <form
        method="post"
        className="mt-3 flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          const { submitter } = event.nativeEvent as SubmitEvent;
          send(new FormData(event.currentTarget, submitter));
        }}
      >
        <TextField
          ref={field}
          name="vin"
          label="VIN"
          hint="17 characters, on your title and at the base of the windshield. We look it up but don't store it; your garage keeps only the last six characters."
          error={errors?.vin ?? problem}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          className="max-w-md"
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" busy={busy}>
            <Icon name="Search" /> Find my car
          </Button>
          {canConfirm && (
            <Button type="submit" name="confirmed" value="yes">
              Use this VIN anyway
            </Button>
          )}
        </div>
      </form>
      <div role="status">{vehicles && <Found vehicles={vehicles} onUse={onUse} />}</div>
    </Card>
  );
}

function Found({ vehicles, onUse }: { vehicles: DecodedVehicle[]; onUse: VinFormProps['onUse'] }) {
  return (
    <div className="mt-4 border-t border-line pt-4">
      <FoundVehicles vehicles={vehicles} onUse={onUse} />
      <Alert tone="info" className="mt-4">
        A VIN doesn&apos;t include the axle ratio or the transmission code. Add what you know to your car
        below. Where a part depends on them, compare the tag on your car.
      </Alert>
    </div>
  );
}

interface VehicleProps {
  vehicle: GarageVehicle;
  isActive: boolean;
  onActivate: (id: string | null) => void;
  onRemove: () => void;
  onFacts: (facts: VehicleFacts) => void;
}

function Vehicle({ vehicle, isActive, onActivate, onRemove, onFacts }: VehicleProps) {
  const { id, year, make, model, details, vinEnd } = vehicle;
  const name = vehicleName(vehicle);
  const known = [details, vinEnd && `VIN ends in ${vinEnd}`].filter(Boolean).join(' • ');
  return (
    <VehicleRow
      name={name}
      details={known}
      badge={isActive && <Badge tone="good">You&apos;re shopping for this car</Badge>}
      className="rounded-lg border border-line bg-surface p-4"
    >
      <ButtonLink
        to={selectorAddress({ make, model, year: String(year) })}
        aria-label={`Find Parts for ${name}`}
      >
        Find Parts
      </ButtonLink>
      {isActive ? (
        <Button onClick={() => onActivate(null)} aria-label={`Stop shopping for this car: ${name}`}>
          Stop shopping for this car
        </Button>
      ) : (
        <Button onClick={() => onActivate(id)} aria-label={`Shop for this car: ${name}`}>
          Shop for this car
        </Button>
      )}
      <Button variant="quiet" onClick={onRemove} aria-label={`Remove ${name}`}>
        <Icon name="Trash2" /> Remove
      </Button>
      <VehicleFactsForm vehicle={vehicle} onChange={onFacts} />
    </VehicleRow>
  );
}
