/** 'same-number' must be compared before ordering. It is never said as 'Fits'. */
export type Fit = 'fits' | 'same-number' | 'no' | 'unknown';

export interface FitAnswer {
  fit: Fit;
  /** Tells the shopper why. */
  reason: string;
}
