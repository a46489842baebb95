import { type ListColumn, listColumns, partFields, shortLabel, without } from '#domain/part-fields.ts';

/** Fields that the table and the cards show in their own way. */
const laidOut = [
  'part_name',
  'vehicle_make',
  'vehicle_model',
  'vehicle_year',
  'part_type',
  'price',
  'stock_quantity',
  'image_url',
] as const satisfies ListColumn[];

/** Fields that the table and the cards show as they are. */
export type PlainColumn = Exclude<ListColumn, (typeof laidOut)[number]>;

export const plainColumns: readonly PlainColumn[] = without(listColumns, ...laidOut);

const inTable = plainColumns.filter((column) => partFields[column].list === 'table');

export type ColumnId = PlainColumn | 'vehicle' | 'condition' | 'price' | 'stock' | 'image';

/** What make, model and year are called together. */
export const VEHICLE = 'Vehicle';

const plain = (column: PlainColumn) => ({ id: column, label: shortLabel(column) });

/** The columns of the parts table that can be hidden; the part's name and what can be done with it always show. */
export const optionalColumns: readonly { id: ColumnId; label: string }[] = [
  plain('category'),
  plain('brand'),
  { id: 'vehicle', label: VEHICLE },
  { id: 'condition', label: shortLabel('part_type') },
  { id: 'price', label: shortLabel('price') },
  { id: 'stock', label: shortLabel('stock_quantity') },
  ...without(inTable, 'category', 'brand').map(plain),
  { id: 'image', label: shortLabel('image_url') },
];

const COOKIE = 'admin-hidden-columns';

/** A cookie, so that the server's first page has the chosen columns already. */
export function readHiddenColumns(cookies: string): ColumnId[] {
  const kept = new RegExp(`(?:^|; *)${COOKIE}=([a-z\\d_.]*)`).exec(cookies)?.[1]?.split('.') ?? [];
  return optionalColumns.map(({ id }) => id).filter((id) => kept.includes(id));
}

export function keepHiddenColumns(hidden: readonly ColumnId[]): void {
  // The other way (cookieStore) is asynchronous, and younger than some browsers.
  // oxlint-disable-next-line unicorn/no-document-cookie
  document.cookie = `${COOKIE}=${hidden.join('.')}; Path=/admin; Max-Age=31536000; SameSite=Lax`;
}
