import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { centsFromDollars, formatDollars } from '#core/values/money.ts';
import { formatPartCount } from '#core/catalog/part-count.ts';
import { useReload } from '#core/live/ui/use-reload.ts';
import { sendAction } from '#kit/actions/send-action.ts';
import { Button } from '#kit/button.tsx';
import { Card } from '#kit/card.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { ExactTime } from '#core/settings/ui/exact-time.tsx';
import { Link } from '#kit/link.tsx';
import { Pages } from '#kit/pages.tsx';
import { PartNumber } from '#kit/part-number.tsx';
import { showToast } from '#kit/show-toast.ts';
import { TextLink } from '#kit/text-link.tsx';
import type { DeletedCondition, TrashedImports } from '#core/part-changes/bulk/list-other-trash.server.ts';
import type { Trash } from './list-trash.server.ts';
import { trashAddress, type TrashKind, trashKinds } from '#core/part-changes/bulk/trash-address.ts';
import { DeletedConditions, TrashedImportList } from '#core/part-changes/ui/trash-lists.tsx';

interface TrashViewProps {
  kind: TrashKind;
  trash: Trash | null;
  conditions: DeletedCondition[] | null;
  imports: TrashedImports | null;
  asOf: number;
}

export function TrashView({ kind, trash, conditions, imports, asOf }: TrashViewProps) {
  useReload('admin:parts', asOf);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2>Trash</h2>
        <TextLink to="/admin">Back to the parts</TextLink>
      </div>
      <nav aria-label="What was deleted" className="mb-4 flex flex-wrap gap-x-5 gap-y-1">
        {Object.entries(trashKinds).map(([name, label]) => (
          <Link
            key={name}
            to={trashAddress(name as TrashKind)}
            preventScrollReset
            aria-current={name === kind ? 'page' : undefined}
            className="inline-flex min-h-9 items-center aria-[current]:font-semibold aria-[current]:text-ink"
          >
            {label}
          </Link>
        ))}
      </nav>
      {trash && <DeletedParts trash={trash} />}
      {conditions && <DeletedConditions conditions={conditions} />}
      {imports && <TrashedImportList imports={imports} />}
    </>
  );
}

function DeletedParts({ trash: { rows, groups, next } }: { trash: Trash }) {
  const [busy, setBusy] = useState<string>();
  const { revalidate } = useRevalidator();

  async function restore(name: 'id' | 'at', value: string) {
    if (busy) return;
    setBusy(value);
    const body = new FormData();
    body.set(name, value);
    const failure = 'Error restoring the part';
    const { done, message } = await sendAction('/admin/restore', { body, failure });
    await revalidate();
    setBusy(undefined);
    if (message) await showToast({ title: message, kind: done ? 'success' : 'error' });
  }

  return (
    <>
      {rows.length === 0 ? (
        <EmptyState title="The trash is empty" level={3}>
          Deleted parts stay here for 30 days.
        </EmptyState>
      ) : (
        <ul className="grid gap-3">
          {rows.map((part, index) => {
            const together = groups[part.at] ?? 1;
            return (
              <Card key={`${part.id} ${part.at}`} as="li" className="flex flex-wrap items-center gap-3">
                <div className="min-w-0 flex-1 basis-60">
                  <h3 className="text-lg break-words">{part.name}</h3>
                  <p className="text-sm break-words text-muted">
                    {[part.vehicle, part.category, part.price && formatDollars(centsFromDollars(part.price))]
                      .filter(Boolean)
                      .join(', ')}
                    {part.oemNumber && (
                      <>
                        , <PartNumber>{part.oemNumber}</PartNumber>
                      </>
                    )}
                  </p>
                  <p className="text-sm text-muted">
                    Deleted <ExactTime time={part.time} />
                    {part.by && ` by ${part.by}`}
                    {part.isHidden && '. It was hidden'}
                  </p>
                </div>
                {part.isBack ? (
                  <p className="text-sm text-muted">Restored</p>
                ) : (
                  <Button
                    size="small"
                    busy={busy === part.id}
                    aria-label={`Restore ${part.name}`}
                    onClick={() => void restore('id', part.id)}
                  >
                    Restore
                  </Button>
                )}
                {together > 1 && rows[index - 1]?.at !== part.at && (
                  <Button size="small" busy={busy === part.at} onClick={() => void restore('at', part.at)}>
                    Restore all {formatPartCount(together)} deleted then
                  </Button>
                )}
              </Card>
            );
          })}
        </ul>
      )}
      <Pages previous={null} next={next && trashAddress('parts', next)} />
    </>
  );
}
