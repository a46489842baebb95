import { type ListColumn, listColumns, partFields, shortLabel, without } from '#core/catalog/part-fields.ts';

const customColumns = [
  'part_name',
  'vehicle_make',
  'vehicle_model',
  'vehicle_year',
  'part_type',
  'price',
  'stock_quantity',
  'image_url',
] as const satisfies ListColumn[];

export type PlainColumn = Exclude<ListColumn, (typeof customColumns)[number]>;

export const plainColumns: readonly PlainColumn[] = without(listColumns, ...customColumns);

const plainTableColumns = plainColumns.filter((column) => partFields[column].list === 'table');

export type ColumnId = PlainColumn | 'vehicle' | 'condition' | 'price' | 'stock' | 'image';

const VEHICLE = 'Vehicle';

const plain = (column: PlainColumn) => ({ id: column, label: shortLabel(column) });

export const optionalColumns: readonly { id: ColumnId; label: string }[] = [
  plain('category'),
  plain('brand'),
  { id: 'vehicle', label: VEHICLE },
  { id: 'condition', label: shortLabel('part_type') },
  { id: 'price', label: shortLabel('price') },
  { id: 'stock', label: shortLabel('stock_quantity') },
  ...without(plainTableColumns, 'category', 'brand').map(plain),
  { id: 'image', label: shortLabel('image_url') },
];

const COOKIE = 'admin-hidden-columns';

/** The server renders the chosen columns, so they are in a cookie. */
export function readHiddenColumns(cookies: string): ColumnId[] {
  const kept = new RegExp(`(?:^|; *)${COOKIE}=([a-z\\d_.]*)`).exec(cookies)?.[1]?.split('.') ?? [];
  return optionalColumns.map(({ id }) => id).filter((id) => kept.includes(id));
}

export function saveHiddenColumns(hidden: readonly ColumnId[]): void {
  // Some browsers lack cookieStore.
  // oxlint-disable-next-line unicorn/no-document-cookie
  document.cookie = `${COOKIE}=${hidden.join('.')}; Path=/admin; Max-Age=31536000; SameSite=Lax`;
}
