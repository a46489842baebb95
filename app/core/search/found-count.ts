/** Maximum of parts that are counted one by one. */
export const COUNTED = 10_000;

/** Number of random samples. Each part is in one of them. */
export const SAMPLES = 256;

/** A number of found parts. 'more' means at least `total`, 'about' that it is estimated. */
export interface FoundCount {
  total: number;
  /** Number of those in stock. It is an estimate if `total` is not exact. */
  inStockTotal: number;
  counting: Counting;
}

export type Counting = 'exact' | 'more' | 'about';

/** Numbers that the database counted. */
export interface CountRow {
  /** True if one sample was counted. */
  is_sample: boolean;
  /** True if all found parts were counted, however many. */
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

/** Rounds to two digits: 112,384 is about 110,000. */
function roundToTwo(number: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(number, 1))) - 1);
  return Math.round(number / unit) * unit;
}

/** A number to show. */
export type Total = Pick<FoundCount, 'total' | 'counting'>;

/** Examples: '12', '10,000+', 'about 110,000'. */
export function formatTotal({ total, counting }: Total): string {
  const number = total.toLocaleString('en-US');
  return { exact: number, more: `${number}+`, about: `about ${number}` }[counting];
}
