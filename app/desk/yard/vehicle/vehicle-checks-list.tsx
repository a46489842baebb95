import { useState } from 'react';
import { ExactTime } from '#core/settings/ui/exact-time.tsx';
import type { DoneCheck } from '#core/yard/change-checks.server.ts';
import {
  type CheckGroup,
  checkGroups,
  MAX_CHECK_NOTE,
  type VehicleCheck,
  vehicleCheckNames,
  vehicleChecks,
} from '#core/yard/vehicle-checks.ts';
import { Button } from '#kit/button.tsx';
import { ActionButton, type ActionButtonProps } from '#kit/form/action-button.tsx';
import { ActionDialog } from '#kit/form/action-dialog.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { Icon } from '#kit/icons/icon.tsx';
import { TextArea } from '#kit/text-area.tsx';
import { vehicleFailures } from '../vehicle-failures.ts';

/** Shows what was done with a car and what is left, in any order. */
export function VehicleChecksList({ checks }: { checks: readonly DoneCheck[] }) {
  const noting = useAction({ failure: vehicleFailures.check });
  const [asking, setAsking] = useState<VehicleCheck>();
  const done = new Map(checks.map((check) => [check.name, check]));
  return (
    <section aria-labelledby="checks" className="mt-6">
      <h2 id="checks" className="mb-2">
        Work{' '}
        <span className="text-base font-normal text-muted tabular-nums">
          {done.size} of {vehicleCheckNames.length} done
        </span>
      </h2>
      <div className="work-list">
        {(Object.keys(checkGroups) as CheckGroup[]).map((group) => (
          <div key={group} className="mb-4">
            <h3 className="mb-1">{checkGroups[group]}</h3>
            <ul className="rounded-lg border border-line bg-surface">
              {vehicleCheckNames
                .filter((name) => vehicleChecks[name].group === group)
                .map((name) => (
                  <li
                    key={name}
                    className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line py-1 pr-1 pl-3 last:border-none"
                  >
                    <Check name={name} done={done.get(name)} action={noting} onNote={() => setAsking(name)} />
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </div>
      {asking && (
        <ActionDialog
          intent="check"
          title={vehicleChecks[asking].label}
          submitLabel="Done"
          onClose={() => setAsking(undefined)}
        >
          <input type="hidden" name="check" value={asking} />
          <TextArea name="note" label="What was found" rows={3} maxLength={MAX_CHECK_NOTE} />
        </ActionDialog>
      )}
    </section>
  );
}

interface CheckProps extends Pick<ActionButtonProps, 'action'> {
  name: VehicleCheck;
  done: DoneCheck | undefined;
  onNote: () => void;
}

function Check({ name, done, action, onNote }: CheckProps) {
  const { label } = vehicleChecks[name];
  if (!done) {
    return (
      <>
        <span className="min-w-0 grow">{label}</span>
        <ActionButton
          size="small"
          className="shrink-0"
          action={action}
          fields={{ intent: 'check', check: name }}
        >
          Done<span className="sr-only">: {label}</span>
        </ActionButton>
        <Button size="small" variant="quiet" className="shrink-0 whitespace-nowrap" onClick={onNote}>
          With note…<span className="sr-only"> {label}</span>
        </Button>
      </>
    );
  }
  return (
    <>
      <span className="min-w-0 grow">
        <span className="flex items-center gap-2 font-semibold">
          <Icon name="Check" className="size-4 shrink-0" /> {label}
        </span>
        <span className="block text-sm text-muted">
          <ExactTime time={done.doneAt} />
          {done.by && `, ${done.by}`}
        </span>
        {done.note && <span className="block text-sm wrap-anywhere">{done.note}</span>}
      </span>
      <ActionButton
        size="small"
        className="shrink-0 whitespace-nowrap"
        action={action}
        fields={{ intent: 'take-back-check', check: name }}
      >
        Take back<span className="sr-only">: {label}</span>
      </ActionButton>
    </>
  );
}
