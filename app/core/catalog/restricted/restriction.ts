import type { RestrictedKind } from './restricted-kinds.ts';

/** The California battery fee of a part that is sold in California. */
export interface BatteryFee {
  pieceCents: number;
  /** Whether it is refunded with a battery that the buyer returns without a fault of the shop. */
  isRefunded: boolean;
}

/** What restricts the sale of a part. */
export interface Restriction {
  kind: RestrictedKind;
  /** It is not sold at all. For shoppers. */
  refusal: string | null;
  /** Two letters each. */
  notSoldIn: string[];
  /** Ships on the mainland only. */
  groundOnly: boolean;
  /** The California battery fee of a unit. Null: the part has no fee. */
  batteryFee: BatteryFee | null;
}
