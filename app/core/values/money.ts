const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Formats cents for people: 123450 becomes '$1,234.50' (Spec §9, Price). */
export function formatDollars(cents: number): string {
  return dollars.format(cents / 100);
}

/** Formats cents without '.00': 5000 becomes '$50'. */
export function formatShortDollars(cents: number): string {
  return formatDollars(cents).replace(/\.00$/, '');
}

/** Converts the dollars of the database and the API, a decimal string or number, to integer cents. */
export function centsFromDollars(amount: string | number): number {
  return Math.round(Number(amount) * 100);
}

/** Converts cents to the decimal string of the database and the API: 123450 becomes '1234.50'. */
export function dollarsFromCents(cents: number): string {
  return (cents / 100).toFixed(2);
}
