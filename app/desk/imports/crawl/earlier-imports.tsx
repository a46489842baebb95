import { useState } from 'react';
import type { EarlierImport } from './crawl-state.ts';
import { Badge } from '#kit/badge.tsx';
import { Button } from '#kit/button.tsx';
import { ConfirmDialog } from '#kit/confirm-dialog.tsx';
import { showToast } from '#kit/show-toast.ts';
import { Cell, HeaderCell, Row, Table } from '#kit/table.tsx';
import type { Calls } from './use-calls.ts';

export function EarlierImports({ imports, calls }: { imports: EarlierImport[]; calls: Calls }) {
  const [undoing, setUndoing] = useState<EarlierImport>();

  async function undo({ id }: EarlierImport) {
    const done = await calls.send('undo', 'catalog-import', { intent: 'undo', crawlId: id });
    setUndoing(undefined);
    if (done) void showToast({ kind: 'success', title: 'Success: The import has been undone' });
  }

  return (
    <section aria-labelledby="imports">
      <h2 id="imports" className="mb-3">
        Imports
      </h2>
      <Table label="Recent imports">
        <thead>
          <tr>
            <HeaderCell>When</HeaderCell>
            <HeaderCell>From</HeaderCell>
            <HeaderCell numeric>Added</HeaderCell>
            <HeaderCell numeric>Changed</HeaderCell>
            <HeaderCell>
              <span className="sr-only">Undo</span>
            </HeaderCell>
          </tr>
        </thead>
        <tbody>
          {imports.map((each) => (
            <Row key={each.id}>
              <Cell heading className="whitespace-nowrap">
                {formatTime(each)}
              </Cell>
              <Cell className="min-w-48 break-all">{each.address}</Cell>
              <Cell numeric>{each.imported}</Cell>
              <Cell numeric>{each.accepted}</Cell>
              <Cell className="text-right">
                {each.undone ? (
                  <Badge>undone</Badge>
                ) : (
                  <Button
                    size="small"
                    disabled={calls.busy !== undefined}
                    onClick={() => setUndoing(each)}
                    aria-label={`Undo the import of ${formatTime(each)}`}
                  >
                    Undo
                  </Button>
                )}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      {undoing && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setUndoing(undefined)}
          title="Undo this import?"
          confirmLabel="Undo import"
          busy={calls.busy === 'undo'}
          onConfirm={() => void undo(undoing)}
        >
          <p>{describeUndo(undoing)}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function formatTime({ endedAt }: EarlierImport): string {
  return new Date(endedAt).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
}

function describeUndo({ imported, accepted, workedOn }: EarlierImport): string {
  const formatCount = (parts: number) => `${parts} ${parts === 1 ? 'part' : 'parts'}`;
  return [
    `${formatCount(imported)} added by this import will be removed from the catalog.`,
    workedOn > 0 && `${formatCount(workedOn)} of them have a price or stock now and will be removed too.`,
    accepted > 0 &&
      `${formatCount(accepted)} changed by this import will be restored, except for later changes.`,
  ]
    .filter(Boolean)
    .join(' ');
}
