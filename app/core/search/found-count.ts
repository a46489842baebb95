/** The most parts that are counted one by one. */
export const COUNTED = 10_000;

/** Each part is in one of so many random samples. */
export const SAMPLES = 256;

/** A number of found parts. 'more': at least `total`. 'about': estimated. */
export interface FoundCount {
  total: number;
  /** The number of those in stock. It is an estimate if `total` is not exact. */
  inStockTotal: number;
  counting: Counting;
}

export type Counting = 'exact' | 'more' | 'about';

/** The numbers that the database counted. */
export interface CountRow {
  /** One sample was counted. */
  is_sample: boolean;
  /** All that are found were counted, however many. */
  is_all: boolean;
  parts: number;
  in_stock: number;
}

export function toCount(
  { is_sample: isSample, is_all: isAll, parts, in_stock: inStock }: CountRow,
  { isOfText }: { isOfText: boolean },
): FoundCount {
  if (isSample)
    return {
      total: roundToTwo(parts * SAMPLES),
      inStockTotal: roundToTwo(inStock * SAMPLES),
      counting: 'about',
    };
  if (parts <= COUNTED || (isAll && !isOfText))
    return { total: parts, inStockTotal: inStock, counting: 'exact' };
  return { total: COUNTED, inStockTotal: Math.round((COUNTED * inStock) / parts), counting: 'more' };
}

/** To two digits: 112,384 is about 110,000. */
function roundToTwo(number: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(number, 1))) - 1);
  return Math.round(number / unit) * unit;
}

/** A number to show. */
export type Total = Pick<FoundCount, 'total' | 'counting'>;

/** '12', '10,000+', 'about 110,000'. */
export function formatTotal({ total, counting }: Total): string {
  const number = total.toLocaleString('en-US');
  return { exact: number, more: `${number}+`, about: `about ${number}` }[counting];
}
