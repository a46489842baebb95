import { describeLineCondition } from '#core/catalog/origin.ts';

/** Columns of an order line that say what was sold. */
export const soldLineColumns = [
  'part_id',
  'part_name',
  'oem_number',
  'vehicle',
  'part_type',
  'origin',
  'rebuilder',
] as const;

export interface SoldLine {
  part_name: string;
  oem_number: string | null;
  vehicle: string | null;
  part_type: string | null;
  origin: string | null;
  rebuilder: string | null;
  quantity: number;
}

/** Example: '2 × Alternator (31100-RAA) for 2012 Honda Civic, Used, Good'. */
export function describeSoldLine({ quantity, part_name: name, vehicle, ...line }: SoldLine): string {
  const part = `${quantity} × ${name}${line.oem_number ? ` (${line.oem_number})` : ''}`;
  return `${vehicle ? `${part} for ${vehicle}` : part}, ${describeLineCondition({ ...line, condition: line.part_type })}`;
}
