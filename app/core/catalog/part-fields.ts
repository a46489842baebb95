import { fitmentFields } from './fitment-fields.ts';
import { originNames } from './origin.ts';
import type { PartField } from './part-field.ts';
import { shippingFields } from './shipping-fields.ts';
import { MAX_STOCK } from './stock.ts';
import { audited, usedPartFields } from './used-part-fields.ts';

/** The columns of parts_catalog, in form order (Spec §3). docs/extending.md explains how to add one. */
export const partFields = {
  part_name: {
    label: 'Part Name',
    kind: 'line',
    required: 'Part name is required',
    property: 'name',
    fact: false,
    list: 'table',
    isSearched: true,
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
    isSearched: true,
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
    isSearched: true,
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
    isSearched: true,
    imported: true,
    audited: true,
    input: {},
  },
  /** Null means that the name tells (docs/part-kinds.md). */
  kind: {
    label: 'Kind of Part',
    kind: 'part-kind',
    property: null,
    fact: false,
    list: null,
    isSearched: false,
    imported: false,
    audited: true,
    input: { group: 'kind' },
  },
  subcategory: {
    label: 'Subcategory',
    kind: 'line',
    property: null,
    fact: false,
    list: 'card',
    isSearched: false,
    imported: false,
    audited: false,
    input: {},
  },
  description: {
    label: 'Description',
    kind: 'text',
    maxLength: 10_000,
    property: 'description',
    fact: false,
    list: 'card',
    isSearched: true,
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
    isSearched: true,
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
    isSearched: true,
    imported: true,
    audited: false,
    input: {},
  },
  vehicle_year: {
    label: 'Vehicle Year',
    kind: 'whole',
    max: 9999,
    empty: null,
    invalid: 'Vehicle year must be a whole number of at most four digits',
    property: 'year',
    fact: false,
    list: 'table',
    isSearched: true,
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
    isSearched: true,
    imported: false,
    audited: false,
    input: {},
  },
  ...fitmentFields,
  part_type: {
    label: 'Condition',
    kind: 'condition',
    property: 'condition',
    fact: true,
    list: 'table',
    isSearched: true,
    imported: false,
    audited: false,
    input: {},
  },
  /** Null means that the condition tells (findOrigin in origin.ts). */
  origin: {
    label: 'New or Used',
    kind: 'choice',
    choices: originNames,
    none: 'Same as its condition',
    property: 'origin',
    ...audited,
    list: 'card',
    isSearched: true,
    input: { group: 'kind' },
  },
  rebuilder: {
    label: 'Rebuilt By',
    kind: 'line',
    property: 'rebuilder',
    ...audited,
    input: { group: 'kind', hint: 'For a rebuilt or remanufactured part' },
  },
  /** Null or 0 means that shoppers can request the part, not buy it. */
  price: {
    label: 'Price',
    kind: 'dollars',
    property: 'priceCents',
    fact: false,
    list: 'table',
    isSearched: false,
    imported: false,
    audited: true,
    input: {},
  },
  /** Shoppers don't see held units in it. */
  stock_quantity: {
    label: 'Stock Quantity',
    short: 'Stock',
    kind: 'whole',
    max: MAX_STOCK,
    empty: 0,
    invalid: 'Stock quantity must be a whole number, 0 or more',
    property: 'stock',
    fact: false,
    list: 'table',
    isSearched: false,
    imported: false,
    audited: true,
    input: {
      wide: true,
      placeholder: '0 = Out of Stock',
      hint: 'Enter 0 for out of stock items - condition will be set automatically',
    },
  },
  ...shippingFields,
  /** A URL or a data string (Spec §3). */
  image_url: {
    label: 'Image',
    kind: 'picture',
    maxLength: 2_000_000,
    property: 'imageUrl',
    fact: false,
    list: 'table',
    isSearched: false,
    imported: false,
    audited: false,
    input: { wide: true },
  },
  ...usedPartFields,
  source_url: {
    label: 'Source',
    kind: 'line',
    property: null,
    fact: false,
    list: 'card',
    isSearched: false,
    imported: false,
    audited: false,
    input: null,
  },
  /** Null means the shop's default rate. */
  tax_rate: {
    label: 'Tax Rate',
    kind: 'share',
    property: 'taxRate',
    fact: false,
    list: null,
    isSearched: false,
    imported: false,
    audited: false,
    input: null,
  },
  /** Charged per cart line. Null means the shop's rule. */
  shipping_cost: {
    label: 'Shipping Cost',
    kind: 'dollars',
    property: 'shippingCostCents',
    fact: false,
    list: null,
    isSearched: false,
    imported: false,
    audited: false,
    input: null,
  },
} as const satisfies Record<string, PartField>;

type Fields = typeof partFields;

export type FieldColumn = keyof Fields;

type FieldWith<Described> = {
  [Column in FieldColumn]: Fields[Column] extends Described ? Column : never;
}[FieldColumn];

/** Columns of part_private_facts. */
export type PrivateColumn = FieldWith<{ private: true }>;

/** Columns of parts_catalog. */
export type PartColumn = Exclude<FieldColumn, PrivateColumn>;

export type ColumnWith<Described> = Extract<FieldWith<Described>, PartColumn>;

type ValueOf<Field> = Field extends { kind: 'flag' }
  ? boolean
  :
      | (Field extends { kind: 'whole' } ? number : string)
      | (Field extends { required: string } | { empty: 0 } ? never : null);

type FieldValues = { [Column in FieldColumn]: ValueOf<Fields[Column]> };

/** A stored part. Dollars and shares are decimal text. */
export type PartValues = Pick<FieldValues, PartColumn>;

export type PrivateValues = Pick<FieldValues, PrivateColumn>;

export type FormColumn = Exclude<FieldColumn, FieldWith<{ input: null }>>;
export type ImportColumn = ColumnWith<{ imported: true }>;
export type ShownColumn = Exclude<PartColumn, ColumnWith<{ property: null }>>;
export type FactColumn = ColumnWith<{ fact: true }>;
export type ListColumn = Exclude<PartColumn, ColumnWith<{ list: null }>>;
type AuditColumn = ColumnWith<{ audited: true }>;
type DecimalColumn = ColumnWith<{ kind: DecimalKind }>;

type DecimalKind = 'dollars' | 'share' | 'decimal';

/** The columns of the admin's form, from both tables. */
export type PartColumns = Pick<FieldValues, FormColumn>;

/** The properties that shoppers see: amounts in cents, shares as numbers. */
export type ShownProperties = {
  [Column in ShownColumn as Fields[Column]['property']]: Fields[Column] extends { kind: DecimalKind }
    ? number | null
    : Fields[Column] extends { choices: infer Choices }
      ? keyof Choices | null
      : ValueOf<Fields[Column]>;
};

const allColumns = Object.keys(partFields) as FieldColumn[];
const field = (column: FieldColumn): PartField => partFields[column];
const isPrivate = (column: FieldColumn): column is PrivateColumn => field(column).private === true;
const columns = allColumns.filter((column): column is PartColumn => !isPrivate(column));

export const partColumns: readonly PartColumn[] = columns;
export const privateColumns: readonly PrivateColumn[] = allColumns.filter(isPrivate);
export const formColumns = allColumns.filter((column): column is FormColumn => field(column).input !== null);
export const importColumns = columns.filter((column): column is ImportColumn => field(column).imported);
export const shownColumns = columns.filter(
  (column): column is ShownColumn => field(column).property !== null,
);
export const factColumns = columns.filter((column): column is FactColumn => field(column).fact);
export const listColumns = columns.filter((column): column is ListColumn => field(column).list !== null);
export const auditColumns = columns.filter((column): column is AuditColumn => field(column).audited);
export const decimalColumns = columns.filter((column): column is DecimalColumn =>
  ['dollars', 'share', 'decimal'].includes(field(column).kind),
);

/** Returns the label for tables and lists. */
export function shortLabel(column: FieldColumn): string {
  return field(column).short ?? field(column).label;
}

/** Returns the columns without the excluded ones. */
export function without<Column extends PartColumn, Excluded extends PartColumn>(
  from: readonly Column[],
  ...excluded: Excluded[]
): Exclude<Column, Excluded>[] {
  return from.filter(
    (column): column is Exclude<Column, Excluded> => !(excluded as readonly PartColumn[]).includes(column),
  );
}
