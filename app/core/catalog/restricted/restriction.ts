import type { RestrictedKind } from './restricted-kinds.ts';

/** The California battery fee of a part that is sold in California. */
export interface BatteryFee {
  pieceCents: number;
  /** True if the fee is refunded with a battery that the buyer returns without a fault of the shop. */
  isRefunded: boolean;
}

export interface Restriction {
  kind: RestrictedKind;
  /** Tells shoppers why the part is not sold at all. */
  refusal: string | null;
  /** Two letters each. */
  notSoldIn: string[];
  /** True if the part ships on the mainland only. */
  groundOnly: boolean;
  /** The California battery fee of a unit. Null if the part has no fee. */
  batteryFee: BatteryFee | null;
}
