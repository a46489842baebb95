/** A 'check-number' must be compared with the number of the shopper's part before ordering. */
export type Fit = 'fits' | 'same-number' | 'check-number' | 'no' | 'unknown';

export interface FitAnswer {
  fit: Fit;
  /** Tells the shopper why. */
  reason: string;
}
