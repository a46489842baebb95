import type { FieldValue } from '#core/values/merge-fields.ts';

/** Fields that may belong to the shop. All others belong to the file. */
export const ownableFields = [
  'part_name',
  'description',
  'category',
  'kind',
  'part_type',
  'price',
  'stock_quantity',
  'core_charge',
  'warranty',
  'yard_place',
  'weight_pounds',
  'pictures',
] as const;

export type OwnableField = (typeof ownableFields)[number];

export function isOwnable(name: string): name is OwnableField {
  return (ownableFields as readonly string[]).includes(name);
}

/** A field that a person and the file have both changed since the last file. */
export interface Conflict {
  field: string;
  shop: FieldValue;
  file: FieldValue;
  /** Whose value the part has now. */
  kept: 'shop' | 'file';
}

interface Merge {
  /** Changes that the file asks for: column -> value. */
  values: Readonly<Record<string, FieldValue>>;
  /** The part's values now. */
  now: Readonly<Record<string, unknown>>;
  /** Values of this part in the last file. Undefined if it had none. */
  delivered: Readonly<Record<string, FieldValue>> | undefined;
  shopOwns: ReadonlySet<string>;
}

/**
 * Merges a line of a file that comes again and again into a part that people change too. Each field has one owner: the shop's
 * stay as they are, the file's become what the file has. Stock keeps what was sold since the last file.
 */
export function mergeDelivered({ values, now, delivered, shopOwns }: Merge): {
  values: Record<string, FieldValue>;
  conflicts: Conflict[];
} {
  const merged: Record<string, FieldValue> = {};
  const conflicts: Conflict[] = [];
  for (const [field, file] of Object.entries(values)) {
    const shop = (now[field] ?? null) as FieldValue;
    const before = delivered?.[field];
    const changedHere = before !== undefined && before !== shop;
    const changedThere = before !== undefined && before !== file;
    if (shopOwns.has(field)) {
      if (changedHere && changedThere && field !== 'pictures')
        conflicts.push({ field, shop, file, kept: 'shop' });
      continue;
    }
    if (field === 'stock_quantity') {
      const stock = mergeStock({
        before: typeof before === 'number' ? before : undefined,
        now: Number(shop),
        file: Number(file),
      });
      if (stock !== shop) merged[field] = stock;
      continue;
    }
    if (changedHere && field !== 'fitments' && field !== 'pictures')
      conflicts.push({ field, shop, file, kept: 'file' });
    merged[field] = file;
  }
  return { values: merged, conflicts };
}

/**
 * Computes the stock after a file of another system, which learns of the shop's sales later. What the shop has sold since the
 * last file is taken off, until the file's own quantity falls by it.
 * @param before quantity in the last file. Undefined: this is the first file with the part.
 * @param now stock in the shop.
 * @param file quantity in this file.
 */
export function mergeStock({
  before,
  now,
  file,
}: {
  before: number | undefined;
  now: number;
  file: number;
}): number {
  if (before === undefined) return file;
  const soldHere = before - now;
  const reported = before - file;
  const unreported =
    soldHere > 0
      ? Math.max(0, soldHere - Math.max(0, reported))
      : Math.min(0, soldHere - Math.min(0, reported));
  return Math.max(0, file - unreported);
}
