import { type FormEvent, useState } from 'react';
import { Icon } from '#ui/icons/icon.tsx';
import { useNavigate, useNavigation } from 'react-router';
import {
  choose,
  vehicleChoices,
  type VehicleChoices,
  type VehicleStep,
  vehicleSteps,
} from '#domain/vehicle.ts';
import { Button } from '#ui/button.tsx';
import { LazyCombobox } from '#ui/lazy-combobox.tsx';
import { StepNumber } from '#ui/step-number.tsx';
import { homeAddress } from '#features/catalog/results/results-address.ts';
import { vehicleStepItems } from './vehicle-step-items.ts';
import type { VehicleLists } from './vehicle-lists.server.ts';

const labels: Record<VehicleStep, string> = {
  make: 'Make',
  model: 'Model',
  year: 'Year',
  category: 'Category',
};

interface VehicleSelectorProps {
  /** Make, model and year as far as the address names them. */
  choices: VehicleChoices;
  lists: VehicleLists;
}

/**
 * The four steps to a list of parts. Make, model and year go into the address as they are chosen, which brings the
 * list of the next step; the category stays here until Find Parts is pressed.
 */
export function VehicleSelector({ choices, lists }: VehicleSelectorProps) {
  const navigate = useNavigate();
  const { location: coming } = useNavigation();
  // What was just chosen shows at once, while its list is still on the way.
  const current = coming?.pathname === '/' ? vehicleChoices(new URLSearchParams(coming.search)) : choices;
  const [category, setCategory] = useState<{ of: string; name: string }>();
  const vehicle = homeAddress(current);
  const chosen = current.year && category?.of === vehicle ? { ...current, category: category.name } : current;

  function onChoice(step: VehicleStep, value: string | null) {
    if (step === 'category') return setCategory(value === null ? undefined : { of: vehicle, name: value });
    void navigate(homeAddress(choose(current, step, value)), { replace: true, preventScrollReset: true });
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (chosen.category) void navigate(homeAddress(chosen));
  }

  return (
    <form onSubmit={onSubmit} className="rounded-lg border border-line bg-surface p-4 sm:p-6">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {vehicleSteps.map((step, index) => {
          const before = vehicleSteps[index - 1];
          const loading = current !== choices && before !== undefined && current[before] !== choices[before];
          return (
            <div key={step} className="flex items-end gap-2.5">
              <span className="mb-2.5">
                <StepNumber done={chosen[step] !== undefined}>{index + 1}</StepNumber>
              </span>
              <LazyCombobox
                className="min-w-0 flex-1"
                label={labels[step]}
                placeholder={`Select ${step}`}
                items={loading ? [] : vehicleStepItems(lists, step)}
                emptyText={loading ? 'Loading...' : `No ${step} found`}
                value={chosen[step] ?? null}
                onValueChange={(value) => onChoice(step, value)}
                disabled={before !== undefined && chosen[before] === undefined}
              />
            </div>
          );
        })}
      </div>
      <div className="mt-5 flex flex-col gap-4 border-t border-line pt-5 sm:min-h-18 sm:flex-row sm:items-center">
        <p className="min-h-6 flex-1 text-muted" aria-live="polite">
          {chosen.make && (
            <>
              Searching for:{' '}
              <strong className="font-semibold text-ink">
                {[chosen.year, chosen.make, chosen.model, chosen.category].filter(Boolean).join(' ')}
              </strong>
            </>
          )}
        </p>
        <Button type="submit" variant="primary" size="large" disabled={!chosen.category}>
          <Icon name="Search" /> Find Parts
        </Button>
      </div>
    </form>
  );
}
