const PREFIX = 'PY-';

/** Formats the number of an order as people say it: 'PY-10423'. */
export function formatOrderNumber(number: number | string): string {
  return `${PREFIX}${number}`;
}

/** Reads 'PY-10423', 'py 10423' or '10423'. Returns undefined for anything else. */
export function parseOrderNumber(text: string): number | undefined {
  const digits = /^(?:py[\s-]*)?(\d{5,12})$/i.exec(text.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Returns the page of an order with its invoice, for the person who placed it. @param number Example: 'PY-10423'. */
export function orderPath(number: string): string {
  return `/orders/${number}`;
}
