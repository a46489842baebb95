import { centsFromDollars, formatDollars } from '#core/values/money.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import { Button } from '#kit/button.tsx';
import type { CheckedRow } from './list-gaps.server.ts';

/** Shows a part with what tells it from others. */
export function PartLine({ part, onEdit }: { part: CheckedRow; onEdit: () => void }) {
  const facts = [
    vehicleName(part),
    part.part_type,
    part.oem_number,
    part.stock_number && `stock number ${part.stock_number}`,
    part.category,
    Number(part.price) ? formatDollars(centsFromDollars(part.price ?? 0)) : 'no price',
    `${part.stock_quantity} in stock`,
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 last:border-b-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold wrap-anywhere">{part.part_name}</p>
        <p className="text-sm wrap-anywhere text-muted">{facts.filter(Boolean).join(', ')}</p>
      </div>
      <Button size="small" aria-label={`Edit ${part.part_name}`} onClick={onEdit}>
        Edit
      </Button>
    </li>
  );
}
