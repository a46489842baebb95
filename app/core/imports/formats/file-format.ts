import type { LineJoiner } from './line-joiner.ts';

/** Returns the cell of a column by its simplified name. Empty if the file does not have it. */
export type Row = (heading: string) => string;

export interface FormatReading {
  /** Field -> text in place of its column's cell. */
  texts: Readonly<Record<string, string>>;
  notes?: readonly string[];
  /** Why the line can't be imported. */
  problems?: readonly string[];
}

/** Describes the files of another system. */
export interface FileFormat {
  key: string;
  /** Example: 'a Shopify export'. */
  name: string;
  /** True for the shop's own file: cells mean what they say. */
  isOwn?: boolean;
  /** Sentences for the admin on what becomes of the file. */
  facts: readonly string[];
  /** @param headings simplified names of the columns. @param names their names as they are. */
  recognizes: (headings: ReadonlySet<string>, names: ReadonlySet<string>) => boolean;
  /** Simplified name of a column -> field. If two have the same field, the first one in this order that the file has. */
  columns: Readonly<Record<string, string>>;
  /** True if columns that are not listed are ignored. Otherwise they are guessed by their words. */
  isWhole: boolean;
  /** Columns that are never guessed. */
  ignored?: readonly string[];
  /** Simplified name of a column -> what it adds to another column's field. */
  uses?: Readonly<Record<string, string>>;
  /** Simplified name of a column -> the text that its cell means. */
  convert?: Readonly<Record<string, (cell: string) => string>>;
  /** Reads what depends on several columns. `derived` names the fields among them that may have no column. */
  read?: (row: Row) => FormatReading;
  derived?: readonly string[];
  /** Returns the other system's own key of a line. Empty if it has none. */
  keyOf?: (row: Row) => string;
  /** Example: 'the item number'. */
  keyName?: string;
  /** True if vehicles are read from names unless the admin says no. */
  readsNames?: boolean;
  createJoiner?: (header: readonly string[]) => LineJoiner;
}
