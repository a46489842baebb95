/** A filter for the search index, see db/migrations/0038_search_filters.sql and 0045_grade_mileage_and_counts.sql. */
export interface IndexFilter {
  facet: string;
  terms?: readonly string[];
  except?: readonly string[];
  /** Dollars. */
  from_price?: string | undefined;
  to_price?: string | undefined;
  since?: string;
}
