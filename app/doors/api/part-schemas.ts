import { z } from 'zod';
import type { FieldRules, PartField } from '#core/catalog/part-field.ts';
import {
  type FieldColumn,
  type FormColumn,
  formColumns,
  partColumns,
  partFields,
  privateColumns,
} from '#core/catalog/part-fields.ts';

const MAX_LENGTH = 200;

/** Amounts stay below a billion dollars. */
const MAX_CENTS = 99_999_999_999;

/** Dollars are integer cents in the API. */
export function nameInApi(column: FieldColumn): string {
  return partFields[column].kind === 'dollars' ? `${column}_cents` : column;
}

/** Pictures are uploaded in the admin panel. */
const writableColumns = formColumns.filter((column) => column !== 'image_url');

export const priceColumns: readonly FieldColumn[] = ['price'];
export const stockColumns: readonly FieldColumn[] = ['stock_quantity'];

const time = () => z.iso.datetime({ offset: true });

/** Describes a value that the API returns. Imported text can be longer than a form allows. */
export function shown(field: FieldRules): z.ZodType {
  switch (field.kind) {
    case 'flag':
      return z.boolean();
    case 'whole':
      return field.empty === null ? z.int().nullable() : z.int();
    case 'dollars':
      return z.int().nullable();
    case 'decimal':
    case 'share':
      return z.number().nullable();
    case 'choice':
      return z.enum(Object.keys(field.choices)).nullable();
    default:
      return 'required' in field ? z.string() : z.string().nullable();
  }
}

/** Describes a value that a program sends. readPartForm checks the rest. */
function sent(field: PartField): z.ZodType {
  switch (field.kind) {
    case 'flag':
      return z.boolean();
    case 'whole':
      return field.empty === null ? z.int().min(0).max(field.max).nullable() : z.int().min(0).max(field.max);
    case 'dollars':
      return z.int().min(0).max(MAX_CENTS).nullable();
    case 'decimal':
      return z.number().min(0).lt(field.below).nullable();
    case 'choice':
      return z.enum(Object.keys(field.choices)).nullable();
    case 'share':
      return z.never();
    case 'code':
    case 'part-kind':
    case 'date':
      return z.string().max(MAX_LENGTH).nullable();
    default: {
      const text = z.string().max(field.maxLength ?? MAX_LENGTH);
      return field.required === undefined ? text.nullable() : text.min(1);
    }
  }
}

function describeAll(columns: readonly FieldColumn[], describe: (field: PartField) => z.ZodType) {
  return Object.fromEntries(
    columns.map((column) => [
      nameInApi(column),
      describe(partFields[column]).meta({ title: partFields[column].label }),
    ]),
  );
}

export const partSchema = z.strictObject({
  id: z.uuid(),
  version: z.string().meta({ description: 'Send it as If-Match to change this version only.' }),
  created_at: time().nullable(),
  updated_at: time(),
  stock_held: z.int().meta({ description: 'Units of stock_quantity that open payments hold.' }),
  ...describeAll(partColumns, shown),
  private: z
    .strictObject(describeAll(privateColumns, shown))
    .optional()
    .meta({ description: 'What only staff see. With the scope parts:private only.' }),
});

const sentFields = describeAll(writableColumns, sent);

export const newPartSchema = z.strictObject(
  Object.fromEntries(
    Object.entries(sentFields).map(([name, schema]) => [
      name,
      ['part_name', 'category'].includes(name) ? schema : schema.optional(),
    ]),
  ),
);

export const partChangeSchema = z
  .strictObject({
    ...Object.fromEntries(Object.entries(sentFields).map(([name, schema]) => [name, schema.optional()])),
    stock_change: z
      .int()
      .min(-1_000_000)
      .max(1_000_000)
      .optional()
      .meta({ description: 'Added to the stock of this moment. Not together with stock_quantity.' }),
  })
  .meta({ description: 'A missing field stays unchanged.' });

/** Name in the API -> column */
export const columnsByName: ReadonlyMap<string, FormColumn> = new Map(
  writableColumns.map((column) => [nameInApi(column), column]),
);
