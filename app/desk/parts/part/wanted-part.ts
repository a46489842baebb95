import { formColumns, type PartColumns, partFields } from '#core/catalog/part-fields.ts';
import { writeFitments } from '#core/catalog/fitment-list.ts';
import { z } from '#core/values/zod-in-browsers.ts';

const wantedPart = z.object({
  name: z.string().max(500),
  make: z.string().max(500).nullable(),
  model: z.string().max(500).nullable(),
  year: z.string().max(10).nullable(),
});

/** Returns how the form of a new part begins that someone has looked for. Undefined without one, or for another text. */
export function readWantedPart(text: string | null): (PartColumns & { fitments: string }) | undefined {
  const wanted = parse(text);
  if (!wanted) return undefined;
  const { name, make, model, year } = wanted;
  const known: Partial<PartColumns> = {
    // People ask in small letters.
    part_name: name.charAt(0).toUpperCase() + name.slice(1),
    vehicle_make: make ?? '',
    vehicle_model: model ?? '',
    vehicle_year: Number(year) || null,
    stock_quantity: 1,
  };
  const columns = formColumns.map((column) => [
    column,
    known[column] ?? (partFields[column].kind === 'flag' ? false : null),
  ]);
  return { ...(Object.fromEntries(columns) as PartColumns), fitments: writeFitments([]) };
}

function parse(text: string | null) {
  if (text === null) return undefined;
  try {
    return wantedPart.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
