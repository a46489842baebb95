/** The largest integer of a column. */
export const MAX_STOCK = 2_147_483_647;

interface StockVersions {
  seen: number;
  now: number;
  mine: number;
  /** Units in open payments. */
  held: number;
}

/** Adds the difference of `mine` and `seen` to the current stock, so that no sale is undone. Keeps the held stock. */
export function mergeStock({ seen, now, mine, held }: StockVersions): number {
  if (now === seen) return mine;
  return Math.min(Math.max(now + mine - seen, held, 0), MAX_STOCK);
}

/** Describes a merge. Returns undefined unless both the admin and others changed the stock. */
export function describeStockMerge(versions: StockVersions): string | undefined {
  const { seen, now, mine, held } = versions;
  if (now === seen || mine === seen) return undefined;
  const stock = mergeStock(versions);
  const change = mine > seen ? `added ${mine - seen}` : `removed ${seen - mine}`;
  const bound = held > 0 && now + mine - seen < held ? ` Pending payments hold ${held}.` : '';
  return `Stock is now ${stock}: it changed from ${seen} to ${now} while you were editing, and you ${change}.${bound}`;
}
