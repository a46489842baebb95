const MAX_UNITS = 100_000;

/** 'units' are the units that a form is about. 'shipped' are the shipped units of a refund. */
export type UnitsField = 'units' | 'shipped';

/** Names the field with the units of a line. */
export function unitsField(lineId: string, field: UnitsField = 'units'): string {
  return `${field}:${lineId}`;
}

/** Reads the units of each line from the fields of a form. Returns undefined if one is not a whole number. */
export function readUnitCounts(
  fields: Iterable<readonly [string, unknown]>,
  field: UnitsField = 'units',
): Map<string, number> | undefined {
  const prefix = unitsField('', field);
  const units = new Map<string, number>();
  for (const [name, value] of fields) {
    if (!name.startsWith(prefix)) continue;
    const count = typeof value === 'string' && /^\d{1,6}$/.test(value.trim()) ? Number(value) : Number.NaN;
    if (!(count <= MAX_UNITS)) return undefined;
    units.set(name.slice(prefix.length), count);
  }
  return units;
}
