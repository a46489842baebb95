import { useState } from 'react';
import { kindFields } from '#core/catalog/part-kind.ts';
import { formatPartCount } from '#core/catalog/part-count.ts';
import { Button } from '#kit/button.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { ConfirmAction } from '#kit/form/confirm-action.tsx';
import { Icon } from '#kit/icons/icon.tsx';
import { Cell, HeaderCell, Row, Table } from '#kit/table.tsx';
import { ScreenHead } from '#kit/screen-head.tsx';
import { KindDialog } from './kind-dialog.tsx';
import type { KindRow } from './list-kinds.server.ts';

export function KindsView({ kinds }: { kinds: KindRow[] }) {
  const [editing, setEditing] = useState<KindRow | 'new'>();
  const [deleting, setDeleting] = useState<KindRow>();
  return (
    <>
      <ScreenHead title="Kinds of parts">
        <Button variant="primary" onClick={() => setEditing('new')}>
          <Icon name="Plus" /> Add kind
        </Button>
      </ScreenHead>
      {kinds.length === 0 ? (
        <EmptyState title="No kinds found. Shoppers then can't filter by them." />
      ) : (
        <Table label="Kinds of parts">
          <thead>
            <Row>
              <HeaderCell>{kindFields.name.label}</HeaderCell>
              <HeaderCell className="max-lg:hidden">{kindFields.words.label}</HeaderCell>
              <HeaderCell className="max-sm:hidden">{kindFields.positions.label}</HeaderCell>
              <HeaderCell className="max-lg:hidden">{kindFields.yard_code.label}</HeaderCell>
              <HeaderCell numeric>Parts</HeaderCell>
              <HeaderCell>Actions</HeaderCell>
            </Row>
          </thead>
          <tbody>
            {kinds.map((kind) => (
              <Row key={kind.key}>
                <Cell heading className="font-semibold">
                  {kind.name}
                </Cell>
                <Cell className="max-lg:hidden">{kind.words}</Cell>
                <Cell className="max-sm:hidden">{describePlaces(kind)}</Cell>
                <Cell className="max-lg:hidden">{kind.yard_code}</Cell>
                <Cell numeric>{kind.parts.toLocaleString('en-US')}</Cell>
                <Cell className="whitespace-nowrap">
                  <Button
                    variant="quiet"
                    size="icon"
                    aria-label={`Edit ${kind.name}`}
                    onClick={() => setEditing(kind)}
                  >
                    <Icon name="Pencil" />
                  </Button>
                  <Button
                    variant="quiet"
                    size="icon"
                    aria-label={`Delete ${kind.name}`}
                    onClick={() => setDeleting(kind)}
                  >
                    <Icon name="Trash2" />
                  </Button>
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
      {editing && (
        <KindDialog kind={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
      )}
      {deleting && (
        <ConfirmAction
          title={`Delete the kind ${deleting.name}?`}
          confirmLabel="Delete kind"
          fields={{ intent: 'delete', key: deleting.key }}
          failure="Error deleting kind"
          onClose={() => setDeleting(undefined)}
        >
          <p>
            {deleting.parts === 0
              ? 'No part has it.'
              : `${formatPartCount(deleting.parts)} will have the kind that their names mean without it, or none.`}
          </p>
        </ConfirmAction>
      )}
    </>
  );
}

function describePlaces({ has_sides: hasSides, positions }: KindRow): string {
  return [positions, hasSides && 'left, right'].filter(Boolean).join(', ');
}
