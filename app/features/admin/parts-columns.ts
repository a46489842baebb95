/** The columns of the parts table that can be hidden; the part's name and what can be done with it always show. */
export const optionalColumns = [
  { id: 'category', label: 'Category' },
  { id: 'brand', label: 'Brand' },
  { id: 'vehicle', label: 'Vehicle' },
  { id: 'condition', label: 'Condition' },
  { id: 'price', label: 'Price' },
  { id: 'stock', label: 'Stock' },
  { id: 'image', label: 'Image' },
] as const;

export type ColumnId = (typeof optionalColumns)[number]['id'];

const COOKIE = 'admin-hidden-columns';

/** A cookie, so that the server's first page has the chosen columns already. */
export function readHiddenColumns(cookies: string): ColumnId[] {
  const kept = new RegExp(`(?:^|; *)${COOKIE}=([a-z.]*)`).exec(cookies)?.[1]?.split('.') ?? [];
  return optionalColumns.map(({ id }) => id).filter((id) => kept.includes(id));
}

export function keepHiddenColumns(hidden: readonly ColumnId[]): void {
  // The other way (cookieStore) is asynchronous, and younger than some browsers.
  // oxlint-disable-next-line unicorn/no-document-cookie
  document.cookie = `${COOKIE}=${hidden.join('.')}; Path=/admin; Max-Age=31536000; SameSite=Lax`;
}
