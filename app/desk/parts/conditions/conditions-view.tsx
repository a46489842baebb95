import { useState } from 'react';
import { conditionFields } from '#core/catalog/condition.ts';
import { Icon } from '#kit/icons/icon.tsx';
import { Button } from '#kit/button.tsx';
import { ConditionBadge } from '#kit/badge.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { Select } from '#kit/select.tsx';
import { Cell, HeaderCell, Row, Table } from '#kit/table.tsx';
import { ScreenHead } from '#kit/screen-head.tsx';
import { ConditionDialog } from './condition-dialog.tsx';
import { ConfirmAction } from '#kit/form/confirm-action.tsx';
import type { ConditionRow } from '#core/part-changes/list-parts.server.ts';

export function ConditionsView({ conditions }: { conditions: ConditionRow[] }) {
  const [editing, setEditing] = useState<ConditionRow | 'new'>();
  const [deleting, setDeleting] = useState<ConditionRow>();
  return (
    <>
      <ScreenHead title="Conditions">
        <Button variant="primary" onClick={() => setEditing('new')}>
          <Icon name="Plus" /> Add Condition
        </Button>
      </ScreenHead>
      {conditions.length === 0 ? (
        <EmptyState title="No conditions found. Add your first condition to get started." />
      ) : (
        <Table label="Conditions">
          <thead>
            <Row>
              <HeaderCell>Name</HeaderCell>
              <HeaderCell className="max-sm:hidden">Color Preview</HeaderCell>
              <HeaderCell numeric className="max-sm:hidden">
                {conditionFields.sort_order.label}
              </HeaderCell>
              <HeaderCell>Actions</HeaderCell>
            </Row>
          </thead>
          <tbody>
            {conditions.map((condition) => (
              <Row key={condition.id}>
                <Cell heading className="font-semibold">
                  <span className="max-sm:hidden">{condition.name}</span>
                  <span className="sm:hidden">
                    <ConditionBadge colorClass={condition.color_class}>{condition.name}</ConditionBadge>
                  </span>
                </Cell>
                <Cell className="max-sm:hidden">
                  <ConditionBadge colorClass={condition.color_class}>{condition.name}</ConditionBadge>
                </Cell>
                <Cell numeric className="max-sm:hidden">
                  {condition.sort_order}
                </Cell>
                <Cell className="whitespace-nowrap">
                  <Button
                    variant="quiet"
                    size="icon"
                    aria-label={`Edit ${condition.name}`}
                    onClick={() => setEditing(condition)}
                  >
                    <Icon name="Pencil" />
                  </Button>
                  <Button
                    variant="quiet"
                    size="icon"
                    aria-label={`Delete ${condition.name}`}
                    onClick={() => setDeleting(condition)}
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
        <ConditionDialog
          condition={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
      {deleting && (
        <DeleteCondition
          condition={deleting}
          others={conditions.filter(({ id }) => id !== deleting.id).map(({ name }) => name)}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </>
  );
}

interface DeleteConditionProps {
  condition: ConditionRow;
  others: string[];
  onClose: () => void;
}

function DeleteCondition({ condition: { id, name }, others, onClose }: DeleteConditionProps) {
  const [moveTo, setMoveTo] = useState('');
  return (
    <ConfirmAction
      title="Are you sure you want to delete this condition?"
      confirmLabel="Delete condition"
      fields={{ intent: 'delete', id, ...(moveTo && { move_to: moveTo }) }}
      failure="Error deleting condition"
      onClose={onClose}
    >
      <Select
        label={`Parts that are ${name}`}
        hint={moveTo ? undefined : 'They keep this condition, but their badge turns gray.'}
        value={moveTo}
        onChange={(event) => setMoveTo(event.target.value)}
      >
        <option value="">Stay as they are</option>
        {others.map((other) => (
          <option key={other} value={other}>
            Become {other}
          </option>
        ))}
      </Select>
    </ConfirmAction>
  );
}
