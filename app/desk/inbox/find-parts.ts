import { centsFromDollars, formatDollars } from '#core/values/money.ts';
import { describeLineCondition } from '#core/catalog/origin.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import type { SuggestionGroup } from '#core/catalog/ui/suggestion-list.tsx';
import type { PartRow } from '#core/part-changes/list-parts.server.ts';
import type { LinkedPart } from '#core/inbox/read-thread.server.ts';

export interface FoundPart {
  text: string;
  note: string;
  part: LinkedPart;
}

/** Finds parts by name, number or vehicle, with the search of the tab 'Parts Catalog'. */
export async function findParts(text: string, signal: AbortSignal): Promise<SuggestionGroup<FoundPart>[]> {
  const response = await fetch(`/admin/part-choices?${new URLSearchParams({ q: text })}`, { signal });
  if (!response.ok || response.redirected) return [];
  const rows = (await response.json()) as PartRow[];
  const items = rows.map(toFound);
  return items.length > 0 ? [{ label: 'Parts', items }] : [];
}

function toFound(row: PartRow): FoundPart {
  const { id, part_name: name, oem_number: oemNumber } = row;
  const { vehicle_make: make, vehicle_model: model, vehicle_year: year } = row;
  const vehicle = vehicleName({ make, model, year });
  const priceCents = row.price === null ? null : centsFromDollars(row.price);
  const condition = describeLineCondition({ ...row, rebuilder: null, condition: row.part_type });
  const stock = row.stock_quantity - row.stock_held;
  const note = [
    vehicle,
    oemNumber,
    priceCents === null ? 'no price' : formatDollars(priceCents),
    stock > 0 ? `${stock} in stock` : 'out of stock',
  ];
  return {
    text: name,
    note: note.filter(Boolean).join(', '),
    part: { id, name, now: { vehicle, make, model, year, oemNumber, priceCents, condition, stock } },
  };
}
