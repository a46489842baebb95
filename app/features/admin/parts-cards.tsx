import type { ReactNode } from 'react';
import { partFields, shortLabel, without } from '#domain/part-fields.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { PartNumber } from '#ui/part-number.tsx';
import { useAdminTools } from './admin-frame.tsx';
import { formatField } from './field-text.ts';
import { plainColumns, VEHICLE } from './parts-columns.ts';
import {
  Condition,
  ImageTick,
  type PartsProps,
  Price,
  SelectPart,
  Stock,
  formatVehicle,
} from './parts-table.tsx';

export function PartsCards({ rows, colors, onDelete, onSold, selection }: PartsProps) {
  const { editPart } = useAdminTools();
  return (
    <ul data-cells className="grid gap-3 md:grid-cols-2 lg:hidden">
      {rows.map((part) => (
        <Card key={part.id} as="li">
          <div className="flex items-start justify-between gap-2">
            <div className="flex min-w-0 items-start">
              {selection && <SelectPart part={part} selection={selection} />}
              <h2 className="min-w-0 py-1.5 text-lg break-words">{part.part_name}</h2>
            </div>
            <Condition part={part} colors={colors} />
          </div>
          <dl className="mt-2 grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1 text-sm">
            <Fact label={shortLabel('category')}>
              {[part.category, part.subcategory].filter(Boolean).join(', ')}
            </Fact>
            <Fact label={shortLabel('oem_number')}>
              {part.oem_number && <PartNumber>{part.oem_number}</PartNumber>}
            </Fact>
            <Fact label={VEHICLE}>{formatVehicle(part)}</Fact>
            <Fact label={shortLabel('price')}>
              <Price part={part} />
            </Fact>
            <Fact label={shortLabel('stock_quantity')}>
              <Stock part={part} />
            </Fact>
            <Fact label={shortLabel('image_url')}>{part.has_image && <ImageTick part={part} />}</Fact>
            {without(plainColumns, 'category', 'subcategory', 'oem_number').map((column) => (
              <Fact key={column} label={shortLabel(column)}>
                {formatField(partFields[column], part[column])}
              </Fact>
            ))}
          </dl>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button
              size="small"
              aria-label={`Edit ${part.part_name}`}
              onClick={() =>
                editPart(
                  part.id,
                  rows.map(({ id }) => id),
                )
              }
            >
              <Icon name="Pencil" /> Edit
            </Button>
            <Button
              size="small"
              aria-label={`Mark sold: ${part.part_name}`}
              disabled={part.is_hidden || part.stock_quantity <= part.stock_held}
              onClick={() => onSold(part)}
            >
              <Icon name="BadgeDollarSign" /> Mark sold
            </Button>
            <Button size="small" aria-label={`Delete ${part.part_name}`} onClick={() => onDelete(part)}>
              <Icon name="Trash2" /> Delete
            </Button>
          </div>
        </Card>
      ))}
    </ul>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}
