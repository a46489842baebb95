import type { ReactNode } from 'react';
import { formatPartCount } from '#core/catalog/part-count.ts';
import { ConditionBadge } from '#kit/badge.tsx';
import { Card } from '#kit/card.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { ExactTime } from '#core/settings/ui/exact-time.tsx';
import { Pages } from '#kit/list/pages.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { ActionButton, type ActionButtonProps } from '#kit/form/action-button.tsx';
import { useAction } from '#kit/form/use-action.ts';
import type { DeletedCondition, TrashedImports } from '../bulk/list-other-trash.server.ts';
import { trashAddress } from '../bulk/trash-address.ts';

export function DeletedConditions({ conditions }: { conditions: DeletedCondition[] }) {
  const action = useAction({ failure: 'Error restoring the condition' });
  if (conditions.length === 0) {
    return <EmptyState title="No deleted conditions">Deleted conditions stay here for 30 days.</EmptyState>;
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
          <ActionButton
            action={action}
            fields={{ intent: 'restore-condition', id }}
            size="small"
            aria-label={`Restore ${name}`}
          >
            Restore
          </ActionButton>
        </Entry>
      ))}
    </ul>
  );
}

export function TrashedImportList({ imports: { rows, next } }: { imports: TrashedImports }) {
  const action = useAction({ failure: 'Error restoring the parts' });
  if (rows.length === 0) {
    return (
      <EmptyState title="No discarded or undone imports">
        They stay here for 30 days after they were started.
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="grid gap-3">
        {rows.map((row) =>
          row.supplier === null ? (
            <TrashedWebsite key={row.id} action={action} row={row} />
          ) : (
            <Entry
              key={row.id}
              title={<TextLink to={`/admin/import/${row.id}`}>{row.name}</TextLink>}
              facts={`${row.supplier}, ${row.lines.toLocaleString('en-US')} ${row.lines === 1 ? 'line' : 'lines'}`}
              what={row.state === 'undone' ? 'Undone' : 'Discarded'}
              time={row.time}
              by={row.by}
            >
              <ReopenButton id={row.id} state={row.state} fileName={row.name} />
            </Entry>
          ),
        )}
      </ul>
      <Pages previous={null} next={next && trashAddress('imports', next)} />
    </>
  );
}

/** The website's parts are in the trash of parts, deleted at the same time. */
interface TrashedWebsiteProps extends Pick<ActionButtonProps, 'action'> {
  row: TrashedImports['rows'][number];
}

function TrashedWebsite({ action, row: { name, lines, at, time, by } }: TrashedWebsiteProps) {
  const parts = formatPartCount(lines);
  return (
    <Entry
      title={name}
      facts={lines === 0 ? 'Website, no parts in the trash' : `Website, ${parts} in the trash`}
      what="Undone"
      {...{ time, by }}
    >
      {lines > 0 && (
        <ActionButton
          action={action}
          fields={{ intent: 'restore-parts', at }}
          size="small"
          aria-label={`Restore ${parts}: ${name}`}
        >
          Restore {parts}
        </ActionButton>
      )}
    </Entry>
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
        <h2 className="text-lg wrap-anywhere">{title}</h2>
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
  const action = useAction({ address: `/admin/import/${id}`, failure: 'Error opening the import' });
  const label = state === 'undone' ? 'Import again' : 'Open again';
  return (
    <ActionButton
      action={action}
      fields={{ intent: 'reopen' }}
      size="small"
      aria-label={`${label}: ${fileName}`}
    >
      {label}
    </ActionButton>
  );
}
