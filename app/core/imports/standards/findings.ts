/** Holds what a PIES or ACES file has besides its lines. */
export interface FileFindings {
  /** Example: 'PIES 7.2'. */
  format: string;
  /** Kinds of data that the shop can't keep, with counts. */
  leftOut: Record<string, number>;
}

/** Facts about an import's file that its page shows. part_changes.findings stores it. */
export interface ImportFindings extends Partial<FileFindings> {
  /** Ids without a name in the lines checked so far, as 'Make 59', with the number of their lines. */
  unnamed?: Record<string, number>;
  /** Part numbers of a file of fitments that get no vehicle, because all of their lines are refused. */
  partsWithout?: number;
}

/** Maximum of different ids that are kept. After they are named, the next check finds others. */
const MAX_UNNAMED = 1_000;

/** Adds the ids of further lines. */
export function addUnnamed(
  before: Readonly<Record<string, number>>,
  found: ReadonlyMap<string, number>,
): Record<string, number> {
  const counts = { ...before };
  let room = MAX_UNNAMED - Object.keys(counts).length;
  for (const [key, lines] of found) {
    const isNew = !Object.hasOwn(counts, key);
    if (isNew && room <= 0) continue;
    if (isNew) room -= 1;
    counts[key] = (counts[key] ?? 0) + lines;
  }
  return counts;
}
