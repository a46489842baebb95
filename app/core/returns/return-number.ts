const PREFIX = 'RMA-';

/** Formats the number of a return as people say it, and write it on the box: 'RMA-1042'. */
export function formatReturnNumber(number: number | string): string {
  return `${PREFIX}${number}`;
}

/** Reads 'RMA-1042', 'rma 1042' or '1042'. Returns undefined for anything else. */
export function parseReturnNumber(text: string): number | undefined {
  const digits = /^(?:rma[\s-]*)?(\d{4,12})$/i.exec(text.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}
