const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Integer cents as people read them: 123450 becomes '$1,234.50' (Spec §9, Price). */
export function formatDollars(cents: number): string {
  return dollars.format(cents / 100);
}

/** The same without '.00': 5000 becomes '$50'. */
export function formatShortDollars(cents: number): string {
  return formatDollars(cents).replace(/\.00$/, '');
}

/** Dollars as the database and the specification's fields hold them (a decimal string or number) in integer cents. */
export function centsFromDollars(amount: string | number): number {
  return Math.round(Number(amount) * 100);
}

/** Integer cents as the database and other programs hold dollars: 123450 becomes '1234.50'. */
export function dollarsFromCents(cents: number): string {
  return (cents / 100).toFixed(2);
}
