import { formatLines } from '#core/imports/files/describe-change.ts';
import type { Unread } from '#core/imports/files/structure.ts';

/** Lists what a file has and the import does not read. Nothing is left out silently. */
export function UnreadNote({ unread: { columns, sheets, above } }: { unread: Unread }) {
  if (columns.length === 0 && sheets.length === 0 && above === 0) return null;
  return (
    <details className="mb-4 max-w-prose text-sm">
      <summary className="cursor-pointer py-1 text-muted">
        Not read:{' '}
        {[
          columns.length > 0 && `${columns.length} ${columns.length === 1 ? 'column' : 'columns'}`,
          sheets.length > 0 && `${sheets.length} ${sheets.length === 1 ? 'sheet' : 'sheets'}`,
          above > 0 && `${formatLines(above)} above the headings`,
        ]
          .filter(Boolean)
          .join(', ')}
      </summary>
      {columns.length > 0 && (
        <ul className="mt-1 list-disc pl-5">
          {columns.map(({ name, lines }) => (
            <li key={name} className="wrap-anywhere">
              {name}: something in {formatLines(lines)}
            </li>
          ))}
        </ul>
      )}
      {sheets.length > 0 && <p className="mt-1 wrap-anywhere">Other sheets: {sheets.join(', ')}</p>}
    </details>
  );
}
