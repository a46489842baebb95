import type { RestrictedKind } from './restricted-kinds.ts';

/** What restricts the sale of a part. */
export interface Restriction {
  kind: RestrictedKind;
  /** It is not sold at all. For shoppers. */
  refusal: string | null;
  /** Two letters each. */
  notSoldIn: string[];
  /** Ships on the mainland only. */
  groundOnly: boolean;
}
