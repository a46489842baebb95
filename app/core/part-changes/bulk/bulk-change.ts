import { centsFromDollars, dollarsFromCents, formatDollars } from '#core/values/money.ts';
import { parseDollars } from '#core/values/parse-dollars.ts';
import type { PartValues } from '#core/catalog/part-fields.ts';
import { readFields } from '#core/catalog/part-form.ts';
import type { VehicleRename } from '../rename-vehicle.ts';
import { MAX_STOCK } from '#core/catalog/stock.ts';

export const bulkKinds = {
  price: 'Price',
  stock: 'Stock',
  condition: 'Condition',
  category: 'Category',
  vehicle: 'Vehicle',
  warranty: 'Warranty',
  hide: 'Hide from the shop',
  show: 'Show in the shop',
  delete: 'Delete',
} as const;

export type BulkKind = keyof typeof bulkKinds;

export const priceWays = {
  percent: 'By percent',
  amount: 'By amount',
  to: 'To one price',
} as const;

export const stockWays = { to: 'To one number', by: 'By a number of units' } as const;

/** Cents that a new price ends with. */
export const priceEndings = { none: 'As calculated', '95': '.95', '99': '.99' } as const;

/** The columns that a change can set to one value. */
const setColumns = {
  condition: ['part_type'],
  category: ['category'],
  vehicle: ['vehicle_make', 'vehicle_model', 'vehicle_year'],
  warranty: ['warranty'],
} as const;

type SetColumn = (typeof setColumns)[keyof typeof setColumns][number];

type SetValues = Partial<Pick<PartValues, SetColumn>>;

/** A change as part_changes.change stores it. */
export type BulkChange =
  /** `value` is percent, or cents. */
  | { kind: 'price'; way: keyof typeof priceWays; value: number; ending: keyof typeof priceEndings }
  | { kind: 'stock'; way: keyof typeof stockWays; value: number }
  /** Only parts with the values of `only` are changed. */
  | { kind: 'set'; values: SetValues; only?: SetValues }
  /** Renames at the part and in its list of vehicles. */
  | ({ kind: 'rename' } & VehicleRename)
  | { kind: 'hide' }
  | { kind: 'show' }
  | { kind: 'delete' }
  /** Restores parts of the trash. */
  | { kind: 'restore' };

/** The columns of a part that changes need. */
export type BulkPart = Pick<PartValues, SetColumn | 'price' | 'stock_quantity'> & {
  stock_held: number;
  is_hidden: boolean;
};

export type BulkOutcome = { after: Partial<BulkPart> } | { skipped: string };

/** The part form has the same limit: 999,999,999.99 dollars. */
const MAX_CENTS = 99_999_999_999;

/** Computes the effect of a change on a part. rename-vehicle.ts does renames. The other kinds change no column. */
export function applyBulkChange(change: BulkChange, part: BulkPart): BulkOutcome {
  switch (change.kind) {
    case 'price':
      return changePrice(change, part);
    case 'stock':
      return changeStock(change, part);
    case 'set': {
      const entries = Object.entries(change.values) as [SetColumn, string | number | null][];
      const others = Object.entries(change.only ?? {}) as [SetColumn, string | number | null][];
      if (others.some(([column, value]) => part[column] !== value)) return { skipped: 'Changed since' };
      if (entries.every(([column, value]) => part[column] === value)) return unchanged;
      return { after: change.values };
    }
    case 'hide':
      if (part.is_hidden) return { skipped: 'Already hidden' };
      return part.stock_held > 0 ? { skipped: `Open payments hold ${part.stock_held}` } : { after: {} };
    case 'show':
      return part.is_hidden ? { after: {} } : { skipped: 'Already in the shop' };
    case 'rename':
    case 'delete':
    case 'restore':
      return { after: {} };
  }
}

const unchanged = { skipped: 'Nothing to change' };

type PriceChange = Extract<BulkChange, { kind: 'price' }>;

function changePrice({ way, value, ending }: PriceChange, { price }: BulkPart): BulkOutcome {
  const before = centsFromDollars(price ?? 0);
  if (before === 0 && way !== 'to') return { skipped: 'It has no price' };
  const computed = { to: value, amount: before + value, percent: before * (1 + value / 100) }[way];
  // Rounds away errors of binary fractions: 1.005 dollars are 100.49999999999999 cents.
  const cents = endWith(Math.round(Number(computed.toFixed(6))), ending);
  if (computed < 0.5 || cents < 1) return { skipped: 'The price would be below one cent' };
  if (cents > MAX_CENTS) return { skipped: 'The price would be too high' };
  return cents === before ? unchanged : { after: { price: dollarsFromCents(cents) } };
}

/** Finds the nearest price with this ending, the higher one of two. */
function endWith(cents: number, ending: PriceChange['ending']): number {
  if (ending === 'none') return cents;
  const last = Number(ending);
  return Math.max(0, Math.floor((cents - last) / 100 + 0.5)) * 100 + last;
}

function changeStock(
  { way, value }: Extract<BulkChange, { kind: 'stock' }>,
  { stock_quantity: before, stock_held: held }: BulkPart,
): BulkOutcome {
  const stock = way === 'to' ? value : Math.max(0, before + value);
  if (stock < held) return { skipped: `Open payments hold ${held}` };
  if (stock > MAX_STOCK) return { skipped: 'That is more than a part can have' };
  return stock === before ? unchanged : { after: { stock_quantity: stock } };
}

/** Computes the effect of undoing a change on a part with these current values. Values that were changed since stay. */
export function undoBulkChange(
  { before, after }: { before: Partial<BulkPart>; after: Partial<BulkPart> },
  now: BulkPart,
): BulkOutcome {
  if (before.stock_quantity !== undefined && after.stock_quantity !== undefined) {
    // Units may have been sold since.
    return changeStock(
      { kind: 'stock', way: 'by', value: before.stock_quantity - after.stock_quantity },
      now,
    );
  }
  const columns = Object.keys(after) as (keyof BulkPart)[];
  return columns.every((column) => now[column] === after[column])
    ? { after: before }
    : { skipped: 'Changed since' };
}

type ReadChange = { change: BulkChange } | { errors: Record<string, string> };

/** Reads the form of a change. Errors have the names of its fields as keys. */
export function readBulkChange(form: Record<string, unknown>): ReadChange {
  const { kind } = form;
  switch (kind) {
    case 'price':
      return readPriceChange(form);
    case 'stock':
      return readStockChange(form);
    case 'condition':
    case 'category':
    case 'vehicle':
    case 'warranty': {
      const columns = setColumns[kind];
      const sent = Object.fromEntries(columns.map((column) => [column, form[column] ?? '']));
      const { values, errors } = readFields(sent, columns);
      if (Object.keys(errors).length > 0) return { errors };
      return { change: { kind: 'set', values: values as SetValues } };
    }
    case 'hide':
    case 'show':
    case 'delete':
      return { change: { kind } };
    default:
      return { errors: { kind: 'Please choose what to change' } };
  }
}

function readPriceChange(form: Record<string, unknown>): ReadChange {
  const { price_way: way, price_value: sent, ending = 'none' } = form;
  if (!isKey(priceWays, way)) return { errors: { price_way: 'Please choose how' } };
  if (!isKey(priceEndings, ending)) return { errors: { ending: 'Please choose an ending' } };
  const value = way === 'percent' ? readPercent(sent) : readCents(sent, way);
  if (value === undefined) {
    const example = {
      percent: 'a percentage from -99 to 1000, such as -10 or 7.5',
      amount: 'an amount such as -5 or 12.50',
      to: 'a price such as 49.99',
    }[way];
    return { errors: { price_value: `Please enter ${example}` } };
  }
  return { change: { kind: 'price', way, value, ending } };
}

function readPercent(sent: unknown): number | undefined {
  const [, sign, digits] = /^([+-]?)\s?(\d{1,4}(?:\.\d{1,2})?)\s?%?$/.exec(String(sent ?? '').trim()) ?? [];
  const value = Number(`${sign}${digits}`);
  return value >= -99 && value <= 1_000 && value !== 0 ? value : undefined;
}

function readCents(sent: unknown, way: 'amount' | 'to'): number | undefined {
  const [, sign, rest = ''] = /^([+-]?)(.*)$/.exec(String(sent ?? '').trim()) ?? [];
  const cents = parseDollars(rest);
  if (!cents || (way === 'to' && sign === '-')) return undefined;
  return sign === '-' ? -cents : cents;
}

function readStockChange({ stock_way: way, stock_value: sent }: Record<string, unknown>): ReadChange {
  if (!isKey(stockWays, way)) return { errors: { stock_way: 'Please choose how' } };
  const text = String(sent ?? '').trim();
  const value = Number(text);
  const isRead = (way === 'to' ? /^\d+$/ : /^[+-]?\d+$/).test(text) && Math.abs(value) <= MAX_STOCK;
  if (!isRead || (way === 'by' && value === 0)) {
    return { errors: { stock_value: `Please enter a whole number such as ${way === 'to' ? 5 : '-1'}` } };
  }
  return { change: { kind: 'stock', way, value } };
}

function isKey<Table extends object>(table: Table, key: unknown): key is keyof Table {
  return typeof key === 'string' && Object.hasOwn(table, key);
}

/** Describes a change for lists. Example: 'Prices +10%, ending in .95'. */
export function describeBulkChange(change: BulkChange): string {
  switch (change.kind) {
    case 'price': {
      const { way, value, ending } = change;
      const sign = value < 0 ? '-' : '+';
      const size = Math.abs(value);
      const step = {
        percent: `${sign}${size}%`,
        amount: `${sign}${formatDollars(size)}`,
        to: `to ${formatDollars(value)}`,
      };
      return `Prices ${step[way]}${ending === 'none' ? '' : `, ending in .${ending}`}`;
    }
    case 'stock':
      return change.way === 'to'
        ? `Stock to ${change.value}`
        : `Stock ${change.value < 0 ? '' : '+'}${change.value}`;
    case 'set':
      return describeValues(change.values);
    case 'rename':
      return `${change.model ?? change.make} is now ${change.to}`;
    case 'hide':
      return 'Hidden from the shop';
    case 'show':
      return 'Shown in the shop';
    case 'delete':
      return 'Deleted';
    case 'restore':
      return 'Restored from the trash';
  }
}

function describeValues(values: SetValues): string {
  if (values.category !== undefined) return `Category ${values.category}`;
  if (values.part_type !== undefined) return `Condition ${values.part_type ?? 'removed'}`;
  if (values.warranty !== undefined) return `Warranty ${values.warranty ?? "same as the shop's terms"}`;
  const vehicle = [values.vehicle_year, values.vehicle_make, values.vehicle_model].filter(Boolean).join(' ');
  return `Vehicle ${vehicle || 'removed'}`;
}
