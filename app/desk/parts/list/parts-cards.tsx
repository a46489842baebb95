import type { ReactNode } from 'react';
import { partFields, shortLabel, without } from '#core/catalog/part-fields.ts';
import { Icon } from '#kit/icons/icon.tsx';
import { Card } from '#kit/card.tsx';
import { Checkbox } from '#kit/checkbox.tsx';
import { formatField } from '#core/part-changes/field-text.ts';
import { PartNumbers, Thumbnail } from './part-head.tsx';
import { plainColumns } from './parts-columns.ts';
import {
  Condition,
  ImageTick,
  PartActions,
  type PartsProps,
  Price,
  SelectPart,
  Stock,
  formatVehicle,
} from './parts-table.tsx';

export function PartsCards({ rows, colors, onDelete, onSold, selection }: PartsProps) {
  return (
    <div className="lg:hidden">
      {selection && (
        <Checkbox
          label="Select all on this page"
          checked={selection.areAllChosen}
          onChange={selection.toggleAll}
          className="pl-3"
        />
      )}
      <ul data-cells className="grid gap-3 md:grid-cols-2">
        {rows.map((part) => (
          <Card key={part.id} as="li" padding="none" className="p-3">
            <div className="flex items-start gap-x-1">
              {selection && (
                <span className="-mt-2 -ml-2.5">
                  <SelectPart part={part} selection={selection} />
                </span>
              )}
              <span className="mr-2">
                <Thumbnail part={part} />
              </span>
              <div className="min-w-0 flex-1">
                <h2 className="text-lg leading-snug break-words">{part.part_name}</h2>
                <PartNumbers part={part} />
              </div>
              <Condition part={part} colors={colors} />
            </div>
            <details className="group text-sm">
              <summary className="flex min-h-6 cursor-pointer items-start gap-1 text-muted">
                <span className="min-w-0 break-words">
                  {[formatVehicle(part) || 'No vehicle', part.category].filter(Boolean).join(', ')}
                </span>
                <Icon name="ChevronDown" className="mt-0.5 size-4 shrink-0 group-open:rotate-180" />
              </summary>
              <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1 py-2">
                {without(plainColumns, 'category', 'oem_number', 'stock_number').map((column) => (
                  <Fact key={column} label={shortLabel(column)}>
                    {formatField(partFields[column], part[column])}
                  </Fact>
                ))}
                <Fact label={shortLabel('image_url')}>
                  <ImageTick part={part} />
                </Fact>
              </dl>
            </details>
            <div className="mt-1 -mr-2 flex items-center gap-x-4">
              <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
                <Price part={part} />
                <span className="flex items-center gap-x-2.5">
                  <span className="text-sm text-muted">{shortLabel('stock_quantity')}</span>
                  <Stock part={part} />
                </span>
              </div>
              <PartActions {...{ part, rows, onDelete, onSold }} />
            </div>
          </Card>
        ))}
      </ul>
    </div>
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
