type Value =
  /** Text of at most `maxLength` characters (default 200). Empty is null, or the error `required`. */
  | { kind: 'line' | 'text' | 'category' | 'condition' | 'picture'; maxLength?: number; required?: string }
  /** One of the keys of `choices`, which are shown as their values. Empty is null, shown as `none`. */
  | { kind: 'choice'; choices: Readonly<Record<string, string>>; none: string }
  /** A text in one spelling. `parse` returns undefined for the error `invalid`. Empty is null. */
  | { kind: 'code'; parse: (text: string) => string | undefined; invalid: string }
  /** As in '2026-11-22'. Empty is null. */
  | { kind: 'date' }
  /** Yes or no. Empty and missing is no. */
  | { kind: 'flag' }
  /** A whole number from 0 to `max`, else the error `invalid`. Empty and 0 are stored as `empty`. */
  | { kind: 'whole'; max: number; empty: 0 | null; invalid: string }
  /** Dollars and cents as decimal text. Empty is stored as null, and so is 0 unless `keepsZero`. */
  | { kind: 'dollars'; keepsZero?: true }
  /** Decimal text below `below`. Empty and 0 are stored as null. */
  | { kind: 'decimal'; below: number; decimals: number }
  /** Decimal text: 0.08 is 8 %. No form has one. */
  | { kind: 'share'; input: null };

export type FieldGroup = 'fitment' | 'used';

/** All uses are required, so that a new field states each. */
interface Uses {
  label: string;
  short?: string;
  abbreviation?: string;
  /** A column of part_private_facts, which shoppers can't read, not of parts_catalog. */
  private?: true;
  /** The property of `Part`; null if shoppers do not see the field. */
  property: string | null;
  /** Whether the part page lists it. Requires `property`. */
  fact: boolean;
  /** Where the admin's list shows it: in the table and on cards, only on cards, or nowhere. */
  list: 'table' | 'card' | null;
  /** Must match the search's SQL; a test compares the two. */
  isSearched: boolean;
  /** Requires the column in catalog_crawl_parts. */
  imported: boolean;
  /** Whether audit events include it. */
  audited: boolean;
  /** Its input in the admin's form. `group`: with others that are shown on demand. */
  input: { wide?: boolean; placeholder?: string; hint?: string; group?: FieldGroup } | null;
}

export type PartField = Uses & Value;
