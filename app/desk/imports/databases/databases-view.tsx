import { useState } from 'react';
import { useReload } from '#core/live/ui/use-reload.ts';
import { ExactTime } from '#core/settings/ui/exact-time.tsx';
import { importLimits } from '#core/imports/files/import-limits.ts';
import { describeReference } from '#core/imports/standards/references.ts';
import { Badge, type BadgeTone } from '#kit/badge.tsx';
import { Button } from '#kit/button.tsx';
import { Card } from '#kit/card.tsx';
import { ActionButton } from '#kit/form/action-button.tsx';
import { ConfirmAction } from '#kit/form/confirm-action.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { ScreenHead } from '#kit/screen-head.tsx';
import { WorkStatus } from '#kit/work-status.tsx';
import { FileUpload } from '../files/file-upload.tsx';
import { databaseFailures } from './database-failures.ts';
import type { Databases } from './list-databases.server.ts';

const HINT = `A ZIP file of tables as text, such as Make.txt and BaseVehicle.txt, separated by | or commas. At most ${importLimits.zipBytes / 1024 ** 2} MB.`;

export function DatabasesView({ deliveries, ownNames, hasMoreNames, asOf }: Databases & { asOf: number }) {
  useReload('admin:parts', asOf);
  const reading = deliveries.find(({ state }) => state === 'reading');
  return (
    <>
      <ScreenHead title="ACES and PIES databases" back={{ to: '/admin/import', label: 'All imports' }} />
      <p className="-mt-2 mb-5 max-w-prose text-muted">
        Files of the Auto Care Association name vehicles, part types and brands by ids. Their names are in its
        databases VCdb, PCdb, Qdb and the brand table. If you have a license, upload them here. They stay in
        the shop, and no file or API has them.
      </p>
      <WorkStatus>{reading ? `Reading ${reading.fileName}` : 'No database is being read'}</WorkStatus>
      <FileUpload
        name="file"
        label="Database"
        hint={HINT}
        accept=".zip,application/zip"
        send="Upload"
        variant="primary"
        note="It replaces the names of an earlier delivery when all of its tables are read."
        failure={databaseFailures.start}
        start={() => ({ intent: 'start' })}
        next={({ id = '' }) => ({ pieces: `/admin/standard-delivery/${id}`, end: { intent: 'read', id } })}
      />
      <section aria-labelledby="deliveries" className="mt-8">
        <h2 id="deliveries" className="mb-3 text-xl">
          Databases
        </h2>
        {deliveries.length === 0 && <p className="text-muted">No database is uploaded.</p>}
        <ul className="grid max-w-3xl gap-3">
          {deliveries.map((delivery) => (
            <Card key={delivery.id} as="li">
              <Delivery {...delivery} />
            </Card>
          ))}
        </ul>
      </section>
      <OwnNames rows={ownNames} hasMore={hasMoreNames} />
    </>
  );
}

type DeliveryRow = Databases['deliveries'][number];

const states: Record<DeliveryRow['state'], { text: string; tone: BadgeTone }> = {
  reading: { text: 'Reading', tone: 'info' },
  ready: { text: 'In use', tone: 'good' },
  failed: { text: 'Failed', tone: 'bad' },
};

function Delivery({ id, fileName, state, names, kinds, error, by, time }: DeliveryRow) {
  const [asks, setAsks] = useState(false);
  const { text, tone } = states[state];
  const count = `${names.toLocaleString('en-US')} ${names === 1 ? 'name' : 'names'}`;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-lg wrap-anywhere">{fileName}</h3>
        <Badge tone={tone}>{text}</Badge>
      </div>
      <p className="mt-1 text-sm wrap-anywhere text-muted">
        <ExactTime time={time} />
        {by && ` by ${by}`}
      </p>
      <p className="mt-2 wrap-anywhere tabular-nums">
        {state === 'failed' ? error : state === 'reading' ? `${count} so far` : count}
        {kinds.length > 0 && `: ${kinds.join(', ')}`}
      </p>
      <Button className="mt-3" onClick={() => setAsks(true)}>
        Delete
        <span className="sr-only"> {fileName}</span>
      </Button>
      {asks && (
        <ConfirmAction
          title={`Delete ${fileName}?`}
          confirmLabel="Delete"
          fields={{ intent: 'delete', id }}
          failure={databaseFailures.delete}
          onClose={() => setAsks(false)}
        >
          Its names are no longer known to later checks. Parts keep what was imported.
        </ConfirmAction>
      )}
    </>
  );
}

function OwnNames({ rows, hasMore }: { rows: Databases['ownNames']; hasMore: boolean }) {
  const forgetting = useAction({ failure: databaseFailures.forget });
  return (
    <section aria-labelledby="own-names" className="mt-8 max-w-3xl">
      <h2 id="own-names" className="mb-3 text-xl">
        Your own names
      </h2>
      {rows.length === 0 ? (
        <p className="max-w-prose text-muted">
          The check of a file asks for names of its ids. What you enter there is remembered, and counts before
          a database.
        </p>
      ) : (
        <ul className="rounded-lg border border-line bg-surface">
          {rows.map(({ kind, code, name }) => (
            <li
              key={`${kind} ${code}`}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 last:border-none"
            >
              <span className="w-full text-sm text-muted sm:w-48">{describeReference({ kind, code })}</span>
              <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
              <ActionButton action={forgetting} fields={{ intent: 'forget', kind, code }}>
                Remove
                <span className="sr-only"> {describeReference({ kind, code })}</span>
              </ActionButton>
            </li>
          ))}
        </ul>
      )}
      {hasMore && <p className="mt-2 text-sm text-muted">The first {rows.length} are shown.</p>}
    </section>
  );
}
