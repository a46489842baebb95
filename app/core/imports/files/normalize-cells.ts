import type { PartField } from '#core/catalog/part-field.ts';
import { type FieldColumn, partFields } from '#core/catalog/part-fields.ts';
import { readNumberCell } from '../cells/number-cell.ts';

/** How the numbers of a file are written. A cell that names its own unit keeps it. */
export interface NumberStyle {
  /** The decimal sign. Null: found for each cell. */
  decimal: '.' | ',' | null;
  weight: keyof typeof units.weight;
  length: keyof typeof units.length;
  distance: keyof typeof units.distance;
}

/** The shop's own unit comes first. Each factor converts to it. */
export const units = {
  weight: { lb: 1, kg: 2.204_622_6, g: 0.002_204_622_6, oz: 0.0625 },
  length: { in: 1, cm: 0.393_700_8, mm: 0.039_370_08 },
  distance: { mi: 1, km: 0.621_371_2 },
} as const;

export const usualNumbers: NumberStyle = {
  decimal: null,
  weight: 'lb',
  length: 'in',
  distance: 'mi',
};

/** The choices for each of them. */
export const numberChoices = {
  decimal: ['', '.', ','],
  weight: Object.keys(units.weight),
  length: Object.keys(units.length),
  distance: Object.keys(units.distance),
} as const;

const measured: Readonly<Record<string, keyof typeof units>> = {
  weight_pounds: 'weight',
  length_in: 'length',
  width_in: 'length',
  height_in: 'length',
  mileage: 'distance',
};

const numeric: ReadonlySet<PartField['kind']> = new Set(['dollars', 'decimal', 'whole']);

/**
 * Writes a number as the shop reads it: with a point, in its units, and in dollars. Other texts stay as they are.
 * @param field the column of the shop's file.
 * @param inCents says that amounts are in cents.
 */
export function normalizeNumber(
  field: string,
  cell: string,
  { numbers: style = usualNumbers, inCents }: { numbers: NumberStyle | undefined; inCents: boolean },
): string {
  const of: PartField | undefined = Object.hasOwn(partFields, field)
    ? partFields[field as FieldColumn]
    : undefined;
  if (!of || !numeric.has(of.kind)) return cell;
  const text = style.decimal === null ? cell : usePoint(cell, style.decimal);
  const factor = of.kind === 'dollars' && inCents ? 0.01 : factorOf(field, style);
  const isPlain = style.decimal !== null && /^\d+\.\d{3}$/.test(text.trim());
  if (factor === 1 && !isPlain) return text;
  const number = isPlain ? text : readNumberCell(text);
  if (number === undefined) return text;
  if (isPlain && of.kind !== 'decimal') return `${text.trim()}0`;
  const decimals = of.kind === 'decimal' ? of.decimals : of.kind === 'dollars' ? 2 : 0;
  return (Number(number) * factor).toFixed(decimals);
}

function factorOf(header: string, style: NumberStyle): number {
  const kind = measured[header];
  if (kind === undefined) return 1;
  const factors: Readonly<Record<string, number>> = units[kind];
  return factors[style[kind]] ?? 1;
}

/** Reads the form's choices. Returns undefined for one that is not in its list. */
export function readNumberStyle(form: Record<string, unknown>): NumberStyle | undefined {
  const chosen = Object.entries(numberChoices).map(([name, choices]) => {
    const sent = form[`numbers-${name}`] ?? choices[0];
    return [name, choices.find((choice) => choice === sent)] as const;
  });
  if (chosen.some(([, value]) => value === undefined)) return undefined;
  const style = Object.fromEntries(chosen) as Record<string, string>;
  return { ...style, decimal: style['decimal'] || null } as NumberStyle;
}

/** Removes the thousands separators, and makes the decimal sign a point. */
function usePoint(cell: string, decimal: '.' | ','): string {
  if (!/\d/.test(cell)) return cell;
  return decimal === ','
    ? cell.replaceAll(/(?<=\d)[.\u00a0\u202f ](?=\d{3})/g, '').replace(/,(?=\d+\D*$)/, '.')
    : cell.replaceAll(/(?<=\d),(?=\d{3})/g, '');
}
