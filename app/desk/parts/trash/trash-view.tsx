import { centsFromDollars, formatDollars } from '#core/values/money.ts';
import { formatPartCount } from '#core/catalog/part-count.ts';
import { useReload } from '#core/live/ui/use-reload.ts';
import { ActionButton } from '#kit/form/action-button.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { Card } from '#kit/card.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { ExactTime } from '#core/settings/ui/exact-time.tsx';
import { Link } from '#kit/link.tsx';
import { Pages } from '#kit/list/pages.tsx';
import { PartNumber } from '#kit/part-number.tsx';
import type { DeletedCondition, TrashedImports } from '#core/part-changes/bulk/list-other-trash.server.ts';
import { ScreenHead } from '#kit/screen-head.tsx';
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
      <ScreenHead title="Trash" />
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
  const action = useAction({ failure: 'Error restoring the part' });

  return (
    <>
      {rows.length === 0 ? (
        <EmptyState title="The trash is empty">Deleted parts stay here for 30 days.</EmptyState>
      ) : (
        <ul className="grid gap-3">
          {rows.map((part, index) => {
            const together = groups[part.at] ?? 1;
            return (
              <Card key={`${part.id} ${part.at}`} as="li" className="flex flex-wrap items-center gap-3">
                <div className="min-w-0 flex-1 basis-60">
                  <h2 className="text-lg break-words">{part.name}</h2>
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
                  <ActionButton
                    action={action}
                    fields={{ intent: 'restore-part', id: part.id }}
                    size="small"
                    aria-label={`Restore ${part.name}`}
                  >
                    Restore
                  </ActionButton>
                )}
                {together > 1 && rows[index - 1]?.at !== part.at && (
                  <ActionButton
                    action={action}
                    fields={{ intent: 'restore-parts', at: part.at }}
                    size="small"
                  >
                    Restore all {formatPartCount(together)} deleted then
                  </ActionButton>
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
