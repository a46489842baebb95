import { MAX_STOCK } from './stock.ts';

/** What a column holds: its type, how a form reads it, and which input the form shows for it. */
type Value =
  /** Text of at most `most` characters (200 if not given). Empty is null, or refused with the message `required`. */
  | { kind: 'line' | 'text' | 'category' | 'condition' | 'picture'; most?: number; required?: string }
  /** A number from 0 to `most`, else the message `invalid`. Nothing, and 0, are stored as `empty`. */
  | { kind: 'whole'; most: number; empty: 0 | null; invalid: string }
  /** Dollars with cents, as a decimal text. Nothing, and 0, are stored as null. */
  | { kind: 'dollars' }
  /** A decimal text: 0.08 is 8 %. No form has one. */
  | { kind: 'share'; input: null };

/** Where a field is used. Each field says it for each use, so that none is forgotten. */
interface Uses {
  /** What it is called in forms and messages. */
  label: string;
  /** What it is called beside its value, in tables and lists of facts; the label if not given. */
  short?: string;
  /** The same where there is space for a few letters only. */
  abbreviation?: string;
  /** The property of `Part` that shoppers' pages have it in; null: they don't have it. */
  property: string | null;
  /** Whether the part's page lists it among the facts. It needs a property then. */
  fact: boolean;
  /** Where the admin's list of parts shows it: in the table and on a phone's cards, only on the cards, or nowhere. */
  list: 'table' | 'card' | null;
  /** Which search looks into it: everybody's, only the admin's, or none. The search's SQL decides, and a test compares. */
  search: 'shop' | 'admin' | null;
  /** Whether an import can set it. Then catalog_crawl_parts has the column too. */
  imported: boolean;
  /** Whether the audit trail has it in each event about the part. */
  audited: boolean;
  /** Its input in the admin's form; null: the form does not have it. */
  input: { wide?: boolean; placeholder?: string; hint?: string } | null;
}

export type PartField = Uses & Value;

/**
 * The fields of a part (Spec §3): the columns of parts_catalog, in the order of the admin's form. Forms, lists, merges,
 * imports and GET /api/parts are computed from this; docs/extending.md says how to add one.
 */
export const partFields = {
  part_name: {
    label: 'Part Name',
    kind: 'line',
    required: 'Part name is required',
    property: 'name',
    fact: false,
    list: 'table',
    search: 'shop',
    imported: true,
    audited: true,
    input: { wide: true },
  },
  oem_number: {
    label: 'OEM Number',
    short: 'OEM number',
    abbreviation: 'OEM',
    kind: 'line',
    property: 'oemNumber',
    fact: true,
    list: 'card',
    search: 'shop',
    imported: true,
    audited: true,
    input: {},
  },
  brand: {
    label: 'Brand',
    kind: 'line',
    property: 'brand',
    fact: true,
    list: 'table',
    search: 'shop',
    imported: true,
    audited: false,
    input: {},
  },
  category: {
    label: 'Category',
    kind: 'category',
    required: 'Category is required',
    property: 'category',
    fact: true,
    list: 'table',
    search: 'admin',
    imported: true,
    audited: true,
    input: {},
  },
  subcategory: {
    label: 'Subcategory',
    kind: 'line',
    property: null,
    fact: false,
    list: 'card',
    search: null,
    imported: false,
    audited: false,
    input: {},
  },
  description: {
    label: 'Description',
    kind: 'text',
    most: 10_000,
    property: 'description',
    fact: false,
    list: 'card',
    search: 'shop',
    imported: true,
    audited: false,
    input: { wide: true },
  },
  vehicle_make: {
    label: 'Vehicle Make',
    kind: 'line',
    property: 'make',
    fact: false,
    list: 'table',
    search: 'shop',
    imported: true,
    audited: false,
    input: {},
  },
  vehicle_model: {
    label: 'Vehicle Model',
    kind: 'line',
    property: 'model',
    fact: false,
    list: 'table',
    search: 'shop',
    imported: true,
    audited: false,
    input: {},
  },
  vehicle_year: {
    label: 'Vehicle Year',
    kind: 'whole',
    most: 9999,
    empty: null,
    invalid: 'Vehicle year must be a whole number of at most four digits',
    property: 'year',
    fact: false,
    list: 'table',
    search: 'admin',
    imported: true,
    audited: false,
    input: {},
  },
  vehicle_engine: {
    label: 'Vehicle Engine',
    short: 'Engine',
    kind: 'line',
    property: 'engine',
    fact: true,
    list: 'card',
    search: null,
    imported: false,
    audited: false,
    input: {},
  },
  /** The name of a condition. */
  part_type: {
    label: 'Condition',
    kind: 'condition',
    property: 'condition',
    fact: true,
    list: 'table',
    search: null,
    imported: false,
    audited: false,
    input: {},
  },
  /** Null, or 0, when the shop has not priced the part yet: it can be asked for, not bought. */
  price: {
    label: 'Price',
    kind: 'dollars',
    property: 'priceCents',
    fact: false,
    list: 'table',
    search: null,
    imported: false,
    audited: true,
    input: {},
  },
  /** In a `Part`, and in GET /api/parts, what can still be bought: without what payments under way hold. */
  stock_quantity: {
    label: 'Stock Quantity',
    short: 'Stock',
    kind: 'whole',
    most: MAX_STOCK,
    empty: 0,
    invalid: 'Stock quantity must be a whole number, 0 or more',
    property: 'stock',
    fact: false,
    list: 'table',
    search: null,
    imported: false,
    audited: true,
    input: {
      wide: true,
      placeholder: '0 = Out of Stock',
      hint: 'Enter 0 for out of stock items - condition will be set automatically',
    },
  },
  /** An address, or an embedded data string (Spec §3). */
  image_url: {
    label: 'Image',
    kind: 'picture',
    most: 2_000_000,
    property: 'imageUrl',
    fact: false,
    list: 'table',
    search: null,
    imported: false,
    audited: false,
    input: { wide: true },
  },
  source_url: {
    label: 'Source',
    kind: 'line',
    property: null,
    fact: false,
    list: 'card',
    search: null,
    imported: false,
    audited: false,
    input: null,
  },
  /** Null: the shop's default. */
  tax_rate: {
    label: 'Tax Rate',
    kind: 'share',
    property: 'taxRate',
    fact: false,
    list: null,
    search: null,
    imported: false,
    audited: false,
    input: null,
  },
  /** For a line of the cart. Null: the shop's rule. */
  shipping_cost: {
    label: 'Shipping Cost',
    kind: 'dollars',
    property: 'shippingCostCents',
    fact: false,
    list: null,
    search: null,
    imported: false,
    audited: false,
    input: null,
  },
} as const satisfies Record<string, PartField>;

type Fields = typeof partFields;

export type PartColumn = keyof Fields;

/** The columns whose field is described so. */
export type ColumnWith<Described> = {
  [Column in PartColumn]: Fields[Column] extends Described ? Column : never;
}[PartColumn];

type ValueOf<Field> =
  | (Field extends { kind: 'whole' } ? number : string)
  | (Field extends { required: string } | { empty: 0 } ? never : null);

/** A part as the database keeps it. Dollars and shares are decimal texts. */
export type PartValues = { [Column in PartColumn]: ValueOf<Fields[Column]> };

export type FormColumn = Exclude<PartColumn, ColumnWith<{ input: null }>>;
export type ImportColumn = ColumnWith<{ imported: true }>;
export type ShownColumn = Exclude<PartColumn, ColumnWith<{ property: null }>>;
export type FactColumn = ColumnWith<{ fact: true }>;
export type ListColumn = Exclude<PartColumn, ColumnWith<{ list: null }>>;
type AuditColumn = ColumnWith<{ audited: true }>;
type DecimalColumn = ColumnWith<{ kind: 'dollars' | 'share' }>;

/** A part as the admin's form holds it. */
export type PartColumns = Pick<PartValues, FormColumn>;

/** What shoppers' pages have of a part: amounts in cents, shares as numbers. */
export type ShownProperties = {
  [Column in ShownColumn as Fields[Column]['property']]: Fields[Column] extends { kind: 'dollars' | 'share' }
    ? number | null
    : ValueOf<Fields[Column]>;
};

const columns = Object.keys(partFields) as PartColumn[];
const field = (column: PartColumn): PartField => partFields[column];

export const partColumns: readonly PartColumn[] = columns;
export const formColumns = columns.filter((column): column is FormColumn => field(column).input !== null);
export const importColumns = columns.filter((column): column is ImportColumn => field(column).imported);
export const shownColumns = columns.filter(
  (column): column is ShownColumn => field(column).property !== null,
);
export const factColumns = columns.filter((column): column is FactColumn => field(column).fact);
export const listColumns = columns.filter((column): column is ListColumn => field(column).list !== null);
export const auditColumns = columns.filter((column): column is AuditColumn => field(column).audited);
export const decimalColumns = columns.filter((column): column is DecimalColumn =>
  ['dollars', 'share'].includes(field(column).kind),
);

/** What a field is called beside its value. */
export function shortLabel(column: PartColumn): string {
  return field(column).short ?? field(column).label;
}

/** These columns without some that are treated on their own. */
export function without<Column extends PartColumn, Left extends PartColumn>(
  from: readonly Column[],
  ...left: Left[]
): Exclude<Column, Left>[] {
  return from.filter(
    (column): column is Exclude<Column, Left> => !(left as readonly PartColumn[]).includes(column),
  );
}
