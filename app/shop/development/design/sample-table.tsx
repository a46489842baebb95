import { Icon } from '#kit/icons/icon.tsx';
import { formatDollars } from '#core/values/money.ts';
import { Badge, ConditionBadge } from '#kit/badge.tsx';
import { Button } from '#kit/button.tsx';
import { Cell, HeaderCell, Row, Table } from '#kit/table.tsx';

const parts = [
  { name: 'Front brake pad set', vehicle: 'Honda Civic 2015', cents: 8999, stock: 12 },
  { name: 'Alternator, 130 A', vehicle: 'Toyota Camry 2018', cents: 123450, stock: 3 },
  { name: 'Headlight, left', vehicle: 'Ford F-150 2012', cents: 15900, stock: 0 },
];

export function SampleTable() {
  return (
    <Table label="Parts">
      <thead>
        <Row>
          <HeaderCell>Part Name</HeaderCell>
          <HeaderCell>Vehicle</HeaderCell>
          <HeaderCell>Condition</HeaderCell>
          <HeaderCell numeric>Price</HeaderCell>
          <HeaderCell numeric>Stock</HeaderCell>
          <HeaderCell>
            <span className="sr-only">Actions</span>
          </HeaderCell>
        </Row>
      </thead>
      <tbody>
        {parts.map(({ name, vehicle, cents, stock }) => (
          <Row key={name}>
            <Cell heading className="font-semibold">
              {name}
            </Cell>
            <Cell className="whitespace-nowrap">{vehicle}</Cell>
            <Cell>
              <ConditionBadge colorClass="bg-green-100 text-green-800">Excellent</ConditionBadge>
            </Cell>
            <Cell numeric>{formatDollars(cents)}</Cell>
            <Cell numeric>{stock === 0 ? <Badge tone="bad">Out</Badge> : stock}</Cell>
            <Cell>
              <div className="flex justify-end">
                <Button variant="quiet" size="icon" aria-label={`Edit ${name}`}>
                  <Icon name="Pencil" />
                </Button>
                <Button variant="quiet" size="icon" aria-label={`Delete ${name}`}>
                  <Icon name="Trash2" />
                </Button>
              </div>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
