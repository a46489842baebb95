import type { ReactNode } from 'react';
import { formatPartCount } from '#domain/part-count.ts';
import { ConditionBadge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ExactTime } from '#ui/exact-time.tsx';
import { Pages } from '#ui/pages.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { SendButton } from '#features/admin/send-button.tsx';
import type { DeletedCondition, TrashedImports } from './list-other-trash.server.ts';
import { trashAddress } from './trash-address.ts';

export function DeletedConditions({ conditions }: { conditions: DeletedCondition[] }) {
  if (conditions.length === 0) {
    return (
      <EmptyState title="No deleted conditions" level={3}>
        Deleted conditions stay here for 30 days.
      </EmptyState>
    );
  }
  return (
    <ul className="grid gap-3">
      {conditions.map(({ id, name, colorClass, movedTo, changed, time, by }) => (
        <Entry
          key={id}
          title={<ConditionBadge colorClass={colorClass}>{name}</ConditionBadge>}
          facts={
            movedTo === null
              ? 'Its parts kept this condition'
              : `${formatPartCount(changed ?? 0)} became ${movedTo}`
          }
          what="Deleted"
          {...{ time, by }}
        >
          <SendButton
            size="small"
            aria-label={`Restore ${name}`}
            address="/admin/restore"
            fields={{ condition: id }}
            failure="Error restoring the condition"
          >
            Restore
          </SendButton>
        </Entry>
      ))}
    </ul>
  );
}

export function TrashedImportList({ imports: { rows, next } }: { imports: TrashedImports }) {
  if (rows.length === 0) {
    return (
      <EmptyState title="No discarded or undone imports" level={3}>
        They stay here for 30 days after they were started.
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="grid gap-3">
        {rows.map(({ id, fileName, supplier, lines, state, time, by }) => (
          <Entry
            key={id}
            title={<TextLink to={`/admin/import/${id}`}>{fileName}</TextLink>}
            facts={`${supplier}, ${lines.toLocaleString('en-US')} ${lines === 1 ? 'line' : 'lines'}`}
            what={state === 'undone' ? 'Undone' : 'Discarded'}
            {...{ time, by }}
          >
            <ReopenButton {...{ id, state, fileName }} />
          </Entry>
        ))}
      </ul>
      <Pages previous={null} next={next && trashAddress('imports', next)} />
    </>
  );
}

interface EntryProps {
  title: ReactNode;
  facts: string;
  what: string;
  time: string;
  by: string | null;
  children: ReactNode;
}

function Entry({ title, facts, what, time, by, children }: EntryProps) {
  return (
    <Card as="li" className="flex flex-wrap items-center gap-3">
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="text-lg wrap-anywhere">{title}</h3>
        <p className="text-sm wrap-anywhere text-muted">{facts}</p>
        <p className="text-sm wrap-anywhere text-muted">
          {what} <ExactTime time={time} />
          {by && ` by ${by}`}
        </p>
      </div>
      {children}
    </Card>
  );
}

interface ReopenButtonProps {
  id: string;
  state: 'undone' | 'discarded';
  fileName: string;
}

export function ReopenButton({ id, state, fileName }: ReopenButtonProps) {
  const label = state === 'undone' ? 'Import again' : 'Open again';
  return (
    <SendButton
      size="small"
      aria-label={`${label}: ${fileName}`}
      address={`/admin/part-import/${id}`}
      fields={{ do: 'reopen' }}
      failure="Error opening the import"
      leadsTo={`/admin/import/${id}`}
    >
      {label}
    </SendButton>
  );
}
