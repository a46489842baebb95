/** A condition that a part meets by one of its terms, or by a word that begins with a text. */
export interface Clause {
  /** Lexemes of search_parts.doc. */
  terms?: readonly string[];
  /** Beginnings of lexemes. */
  prefixes?: readonly string[];
  begins?: string;
  /** Place of the match: the name, or any searched field. */
  in?: 'name' | 'any';
}

/** The parts that a search finds, or some of them: they meet all clauses. */
export interface SearchLevel {
  clauses: readonly Clause[];
  /** A part that names the opposite of a position is left out, unless it names the position too. */
  unless?: readonly { opposite: readonly string[]; explicit: readonly string[] }[];
  /** True if any field may have the words, and the engine may be of another family. */
  isWide?: boolean;
  /** Finds parts with all these words too, even without the clauses. */
  orWords?: readonly string[];
  /** Finds parts with one of these terms too. */
  orTerms?: readonly string[];
  /** Finds parts with a term that begins so too. */
  orPrefixes?: readonly string[];
}
