import { useState } from 'react';
import { formatPartCount } from '#core/catalog/part-count.ts';
import { ExactTime } from '#core/settings/ui/exact-time.tsx';
import { Button } from '#kit/button.tsx';
import { Card } from '#kit/card.tsx';
import { ActionButton } from '#kit/form/action-button.tsx';
import { ActionDialog } from '#kit/form/action-dialog.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { Progress } from '#kit/progress.tsx';
import { TextField } from '#kit/text-field.tsx';
import type { Demo } from './demo.server.ts';
import { REMOVE_DEMO } from './demo-confirmation.ts';

/** Offers to remove the demo in one step, and to undo that for a day. */
export function DemoCatalog({ demo }: { demo: Demo }) {
  const { parts, isRemoved, removal } = demo;
  const [isAsking, setAsking] = useState(false);
  const isRunning = removal?.state === 'running';
  return (
    <Card as="section" aria-labelledby="demo">
      <h2 id="demo">Demo</h2>
      <p className="mt-1 text-muted" role="status">
        {describe(demo)}
      </p>
      {isRunning && (
        <div className="mt-3">
          <Progress
            label={`${removal.done.toLocaleString('en-US')} of ${formatPartCount(removal.parts)}`}
            value={Math.floor((removal.done / Math.max(removal.parts, 1)) * 100)}
          />
        </div>
      )}
      {removal?.undoUntil && <Undo until={removal.undoUntil} />}
      {!isRunning && (parts > 0 || !isRemoved) && (
        <Button className="mt-4" onClick={() => setAsking(true)}>
          Remove demo…
        </Button>
      )}
      {isAsking && (
        <ActionDialog
          title="Remove the demo?"
          intent="remove-demo"
          submitLabel="Remove demo"
          isDangerous
          onClose={() => setAsking(false)}
        >
          <p>
            {parts > 0 &&
              `This moves ${formatPartCount(parts)} of the demo to the trash, also those you have changed. `}
            The demo&apos;s cars leave the yard. The description, the story and the figures of the About page
            are emptied unless you have written your own, and the footer no longer says that this is a demo.
            Orders stay. You can undo this for a day.
          </p>
          <TextField name="confirmation" label={`Type "${REMOVE_DEMO}" to confirm`} autoComplete="off" />
        </ActionDialog>
      )}
    </Card>
  );
}

function describe({ parts, isRemoved, removal }: Demo): string {
  if (removal?.state === 'running') return 'The demo is being removed.';
  if (parts > 0)
    return `The catalog has ${formatPartCount(parts)} of the demo, with invented prices and stock.`;
  return isRemoved ? 'The demo has been removed.' : 'The catalog has no parts of the demo.';
}

function Undo({ until }: { until: string }) {
  const action = useAction({ failure: 'Error undoing' });
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3">
      <ActionButton action={action} fields={{ intent: 'undo-demo' }}>
        Undo
      </ActionButton>
      <span className="text-sm text-muted">
        Until <ExactTime time={until} />
      </span>
    </div>
  );
}
