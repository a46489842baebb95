import { blankFitment, type TypedFitment } from '#core/catalog/fitment-list.ts';

/**
 * Columns of a file that are no fields of a part. With 'fit_make' and 'fit_model', each line adds a vehicle to a part that the shop
 * has, and several lines may name the same part.
 */
export const lineColumns = [
  { header: 'fit_years', label: 'Fits: Years' },
  { header: 'fit_make', label: 'Fits: Make' },
  { header: 'fit_model', label: 'Fits: Model' },
  { header: 'fit_engine', label: 'Fits: Engine' },
  { header: 'fit_trim', label: 'Fits: Trim' },
  { header: 'fit_position', label: 'Fits: Position' },
  { header: 'fit_note', label: 'Fits: Note' },
  { header: 'fit_action', label: 'Fits: Add or Remove' },
  { header: 'not_imported', label: 'Rejected Because' },
] as const;

export type LineColumn = (typeof lineColumns)[number]['header'];

/** A line has either all fields of a part, or one of its vehicles. */
export function addsFitments(fields: readonly (string | null)[]): boolean {
  return fields.includes('fit_make') || fields.includes('fit_model');
}

/** Cells of a line by the columns above. Columns that the file doesn't have are empty. */
export type LineCells = Record<LineColumn, string>;

export function readLineCells(fields: readonly (string | null)[], cells: readonly string[]): LineCells {
  return Object.fromEntries(
    lineColumns.map(({ header }) => {
      const place = fields.indexOf(header);
      return [header, place < 0 ? '' : (cells[place] ?? '').trim()];
    }),
  ) as LineCells;
}

/** Returns the vehicle of a line as a form would send it. Years are '2008', or '2006-2011'. */
export function toTypedFitment(cells: LineCells): TypedFitment {
  const [, from = cells.fit_years, to = ''] = /^(\d{4})\s*[-–]\s*(\d{4})$/.exec(cells.fit_years) ?? [];
  return {
    ...blankFitment,
    make: cells.fit_make,
    model: cells.fit_model,
    fromYear: from,
    toYear: to,
    engine: cells.fit_engine,
    trim: cells.fit_trim,
    position: cells.fit_position,
    note: cells.fit_note,
  };
}

/** Tells whether the line removes its vehicle. Undefined if the cell says neither. */
export function readsAsRemoval({ fit_action: action }: LineCells): boolean | undefined {
  if (/^(|a|add)$/i.test(action)) return false;
  return /^(d|delete|remove)$/i.test(action) ? true : undefined;
}
