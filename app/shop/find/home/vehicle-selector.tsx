import { type FormEvent, Fragment, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from '#kit/icons/icon.tsx';
import { useNavigation } from 'react-router';
import { useNavigate } from '#kit/offline.ts';
import {
  setChoice,
  readVehicleChoices,
  type VehicleChoices,
  type VehicleStep,
  vehicleSteps,
} from '#core/vehicles/vehicle.ts';
import { Button } from '#kit/button.tsx';
import { Select } from '#kit/select.tsx';
import { StepNumber } from '#kit/step-number.tsx';
import { homeAddress } from '#core/catalog/home-address.ts';
import { VehicleStepField } from './vehicle-step-field.tsx';
import { vehicleStepItems } from './vehicle-step-items.ts';
import type { VehicleLists } from '#core/search/vehicle-lists.server.ts';

const labels: Record<VehicleStep, string> = {
  make: 'Make',
  model: 'Model',
  year: 'Year',
  category: 'Category',
};

const loadRemember = () => import('../remember-vehicle.ts');

interface VehicleSelectorProps {
  choices: VehicleChoices;
  lists: VehicleLists;
}

/**
 * The address has make, model, and year. The category stays in state until the shopper clicks Find Parts.
 * Each step is its own page if there is no JavaScript.
 */
export function VehicleSelector({ choices, lists }: VehicleSelectorProps) {
  const navigate = useNavigate();
  const { location: pending } = useNavigation();
  // A choice is shown while its list loads.
  const current =
    pending?.pathname === '/' ? readVehicleChoices(new URLSearchParams(pending.search)) : choices;
  /** The step after the one that a pointer has just chosen. Its list opens by itself; a keyboard moves on with Tab. */
  const [next, setNext] = useState<VehicleStep>();
  const [category, setCategory] = useState<{ vehicle: string; name: string }>();
  // The header names the vehicle in the first frame of the next page.
  const onLeave = useRef<() => void>(undefined);
  useLayoutEffect(() => () => onLeave.current?.(), []);
  const vehicle = homeAddress(current);
  const chosen =
    current.year && category?.vehicle === vehicle ? { ...current, category: category.name } : current;

  function onChoice(step: VehicleStep, value: string | null, byPointer = false) {
    if (step === 'category') {
      // The next page would move if it were there before the header names the vehicle.
      void loadRemember().catch(() => undefined);
      return setCategory(value === null ? undefined : { vehicle, name: value });
    }
    if (byPointer) setNext(vehicleSteps[vehicleSteps.indexOf(step) + 1]);
    void navigate(homeAddress(setChoice(current, step, value)), { replace: true, preventScrollReset: true });
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!chosen.category) return;
    const engine = String(new FormData(event.currentTarget).get('engine') ?? '');
    const left = new Promise<void>((resolve) => {
      onLeave.current = resolve;
    });
    void Promise.all([loadRemember(), left]).then(
      ([module]) => module.rememberVehicle(chosen, engine),
      console.warn,
    );
    void navigate(homeAddress(chosen, engine ? [['engine', engine]] : []));
  }

  return (
    <form action="/" onSubmit={onSubmit}>
      <div className="grid gap-4 sm:grid-cols-2">
        {vehicleSteps.map((step, index) => {
          const before = vehicleSteps[index - 1];
          const loading = current !== choices && before !== undefined && current[before] !== choices[before];
          return (
            <Fragment key={step}>
              <div className="flex items-end gap-2.5">
                <span className="mb-2.5">
                  <StepNumber done={chosen[step] !== undefined}>{index + 1}</StepNumber>
                </span>
                <VehicleStepField
                  name={step}
                  className="min-w-0 flex-1"
                  label={labels[step]}
                  placeholder={`Select ${step}`}
                  items={loading ? [] : vehicleStepItems(lists, step)}
                  emptyText={loading ? 'Loading...' : `No ${step} found`}
                  value={chosen[step] ?? null}
                  onValueChange={(value, byPointer) => onChoice(step, value, byPointer)}
                  disabled={before !== undefined && chosen[before] === undefined}
                  opens={next === step && !loading && chosen[before ?? step] !== undefined}
                />
              </div>
              {step === 'year' && lists.engines.length > 0 && (
                <div className="flex items-end gap-2.5">
                  <span className="w-7" />
                  <Select
                    key={homeAddress(choices)}
                    name="engine"
                    label="Engine (optional)"
                    autoComplete="off"
                    className="min-w-0 flex-1"
                  >
                    <option value="">Any engine</option>
                    {lists.engines.map((engine) => (
                      <option key={engine}>{engine}</option>
                    ))}
                  </Select>
                </div>
              )}
            </Fragment>
          );
        })}
      </div>
      <div className="mt-5 flex flex-col gap-4 border-t border-line pt-5 sm:min-h-18 sm:flex-row sm:items-center">
        <p className="min-h-12 flex-1 text-muted sm:min-h-6" aria-live="polite">
          {chosen.make ? (
            <>
              Searching for:{' '}
              <strong className="font-semibold text-ink">
                {[chosen.year, chosen.make, chosen.model, chosen.category].filter(Boolean).join(' ')}
              </strong>
            </>
          ) : (
            'Choose all four to see the parts.'
          )}
        </p>
        <Button type="submit" variant="primary" size="large" className="hidden noscript:inline-flex">
          {chosen.year ? 'Find Parts' : 'Next'}
        </Button>
        <Button
          type="submit"
          variant="primary"
          size="large"
          disabled={!chosen.category}
          className="noscript:hidden"
        >
          <Icon name="Search" /> Find Parts
        </Button>
      </div>
    </form>
  );
}
