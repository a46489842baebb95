/** A condition that a part meets by one of its terms, or by a word that contains a text. */
export interface Clause {
  terms?: readonly string[];
  contains?: string;
  /** Where: in the name, or in any searched field. */
  in?: 'name' | 'any';
}

/** See the migrations 0036_search_words.sql, 0048_stock_numbers_and_grades.sql and 0053_older_numbers.sql in db/migrations. */
export type SearchLevel =
  | {
      clauses: readonly Clause[];
      unless?: readonly { opposite: readonly string[]; explicit: readonly string[] }[];
      literal?: string;
      /** Terms of makes, models and brands whose names contain the literal. */
      names?: readonly string[];
      stockNumbers?: readonly string[];
      olderNumber?: string;
    }
  | { number: string; prefix?: true }
  | { stockNumbers: readonly string[] }
  | { olderNumber: string };
