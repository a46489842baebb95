type Value =
  /** Text of at most `maxLength` characters (default 200). Empty is null, or the error `required`. */
  | { kind: 'line' | 'text' | 'category' | 'condition' | 'picture'; maxLength?: number; required?: string }
  /** One of the keys of `choices`, which are shown as their values. Empty is null, shown as `none`. */
  | { kind: 'choice'; choices: Readonly<Record<string, string>>; none: string }
  /** The key of a kind of part (part-kind.ts). Empty is null: as the name says. */
  | { kind: 'part-kind' }
  /** A text in one spelling. `parse` returns undefined for the error `invalid`. Empty is null. */
  | { kind: 'code'; parse: (text: string) => string | undefined; invalid: string }
  /** Example: '2026-11-22'. Empty is null. */
  | { kind: 'date' }
  /** Yes or no. Empty and missing mean no. */
  | { kind: 'flag' }
  /** A whole number from 0 to `max`, else the error `invalid`. Empty and 0 are stored as `empty`. */
  | { kind: 'whole'; max: number; empty: 0 | null; invalid: string }
  /** Dollars and cents as decimal text. Empty is stored as null, and so is 0 unless `keepsZero`. */
  | { kind: 'dollars'; keepsZero?: true }
  /** Decimal text below `below`. Empty and 0 are stored as null. */
  | { kind: 'decimal'; below: number; decimals: number }
  /** Decimal text: 0.08 is 8 %. No form has such a field. */
  | { kind: 'share'; input: null };

/** Folded sections of the admin's form. */
export type FieldGroup = 'kind' | 'fitment' | 'shipping' | 'used';

/** All uses are required, so that each new field states them. */
interface Uses {
  label: string;
  short?: string;
  abbreviation?: string;
  /** True for a column of part_private_facts, which shoppers can't read. All others are columns of parts_catalog. */
  private?: true;
  /** The property of `Part`. Null if shoppers do not see the field. */
  property: string | null;
  /** True if the part page lists it. Requires `property`. */
  fact: boolean;
  /** Place in the admin's list: the table and cards, only cards, or nowhere. */
  list: 'table' | 'card' | null;
  /** Must match the search's SQL; a test compares the two. */
  isSearched: boolean;
  /** Requires the column in catalog_crawl_parts. */
  imported: boolean;
  /** True if audit events include it. */
  audited: boolean;
  /** The input in the admin's form. Inputs with a `group` are in its section, all others always in sight. */
  input: { wide?: boolean; placeholder?: string; hint?: string; group?: FieldGroup } | null;
}

export type PartField = Uses & Value;

/** Says how the text of a field is read. The label begins its messages. */
export type FieldRules = Value & { label: string };
