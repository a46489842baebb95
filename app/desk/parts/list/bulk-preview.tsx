import type { BulkKind } from '#core/part-changes/bulk/bulk-change.ts';
import { formatPartCount } from '#core/catalog/part-count.ts';
import { type FieldColumn, shortLabel } from '#core/catalog/part-fields.ts';
import { Cell, HeaderCell, Row, Table } from '#kit/table.tsx';
import type { Preview } from '../preview.server.ts';

interface BulkPreviewProps {
  preview: Preview;
  kind: BulkKind;
}

/** Says what becomes of a part if no field changes. */
const outcomes: Partial<Record<BulkKind, string>> = {
  hide: 'Hidden: only staff see it',
  show: 'In the shop',
  delete: 'Deleted',
};

/** Shows some of the parts, with their old and new values. */
export function BulkPreview({ preview: { parts, examples }, kind }: BulkPreviewProps) {
  if (parts === 0) return <p>No parts match anymore.</p>;
  return (
    <>
      <p className="mb-2 text-sm">
        {examples.length < parts
          ? `Preview: ${examples.length} of ${formatPartCount(parts)}.`
          : formatPartCount(parts)}
        {kind === 'delete' && ' Deleted parts stay in the trash for 30 days.'}
      </p>
      <Table label="Preview">
        <thead>
          <Row>
            <HeaderCell>{shortLabel('part_name')}</HeaderCell>
            <HeaderCell>Change</HeaderCell>
          </Row>
        </thead>
        <tbody>
          {examples.map(({ id, name, vehicle, changes, skipped }) => (
            <Row key={id}>
              <Cell heading className="min-w-40 break-words">
                {name}
                {vehicle && <span className="block text-muted">{vehicle}</span>}
              </Cell>
              <Cell className={skipped ? 'text-muted' : undefined}>
                {skipped ??
                  outcomes[kind] ??
                  changes.map(({ column, before, after }) => (
                    <span key={column} className="block">
                      {shortLabel(column as FieldColumn)}: {before || 'none'} <span aria-hidden>→</span>
                      <span className="sr-only">to</span> <strong>{after || 'none'}</strong>
                    </span>
                  ))}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </>
  );
}
