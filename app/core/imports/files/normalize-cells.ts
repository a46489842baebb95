import type { PartField } from '#core/catalog/part-field.ts';
import { partFields } from '#core/catalog/part-fields.ts';
import type { PartFileColumn } from '../cells/columns.ts';
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
 * Writes the numbers of a line as the shop reads them: a point, its units, and dollars. Other texts stay as they are.
 * @param inCents says that prices are in cents.
 */
export function normalizeCells(
  columns: readonly (PartFileColumn | null)[],
  cells: readonly string[],
  { numbers: style = usualNumbers, inCents }: { numbers: NumberStyle | undefined; inCents: boolean },
): string[] {
  return cells.map((cell, index) => {
    const column = columns[index];
    const field: PartField | undefined = column?.field ? partFields[column.field] : undefined;
    if (!column || !field || !numeric.has(field.kind)) return cell;
    const text = style.decimal === null ? cell : usePoint(cell, style.decimal);
    const factor = field.kind === 'dollars' && inCents ? 0.01 : factorOf(column.header, style);
    const number = factor === 1 ? undefined : readNumberCell(text);
    if (number === undefined) return text;
    const decimals = field.kind === 'decimal' ? field.decimals : field.kind === 'dollars' ? 2 : 0;
    return (Number(number) * factor).toFixed(decimals);
  });
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
