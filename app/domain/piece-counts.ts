const PREFIX = 'pieces:';
const MAX_PIECES = 100_000;

/** The name of the field with the pieces of a line. */
export function piecesField(lineId: string): string {
  return `${PREFIX}${lineId}`;
}

/** Reads the pieces of each line from the fields of a form. Undefined if one is not a whole number. */
export function readPieceCounts(
  fields: Iterable<readonly [string, unknown]>,
): Map<string, number> | undefined {
  const pieces = new Map<string, number>();
  for (const [name, value] of fields) {
    if (!name.startsWith(PREFIX)) continue;
    const count = typeof value === 'string' && /^\d{1,6}$/.test(value.trim()) ? Number(value) : Number.NaN;
    if (!(count <= MAX_PIECES)) return undefined;
    pieces.set(name.slice(PREFIX.length), count);
  }
  return pieces;
}
