/** 'same-number' is to be compared before ordering; it is never said as 'Fits'. */
export type Fit = 'fits' | 'same-number' | 'no' | 'unknown';

export interface FitAnswer {
  fit: Fit;
  /** Why, in words for the shopper. */
  reason: string;
}
