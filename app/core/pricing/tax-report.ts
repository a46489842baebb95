/** A line of the report: one jurisdiction at one rate. */
export interface TaxReportLine {
  /** Null for orders that were priced without a destination. */
  state: string | null;
  level: 'flat' | 'state' | 'county' | 'city' | 'district';
  name: string;
  rate: number;
  /** Sales, exempt sales and tax of the orders in the period. */
  taxableCents: number;
  exemptCents: number;
  taxCents: number;
  /** Amounts of the refunds in the period. */
  refundedTaxableCents: number;
  refundedExemptCents: number;
  refundedTaxCents: number;
}

export interface ReportPeriod {
  /** First and last day. Example: '2026-01-31'. */
  from: string;
  to: string;
}

const MAX_DAYS = 366;
const DAY = 24 * 60 * 60_000;

/** Reads a period of at most a year. Returns undefined for anything else. */
export function parseReportPeriod(from: string | null, to: string | null): ReportPeriod | undefined {
  if (!isDay(from) || !isDay(to)) return undefined;
  const days = (Date.parse(to) - Date.parse(from)) / DAY + 1;
  return days >= 1 && days <= MAX_DAYS ? { from, to } : undefined;
}

function isDay(text: string | null): text is string {
  if (text === null || !/^(?:19|20)\d{2}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Returns the calendar quarter before that of this day. */
export function lastQuarter(today: string): ReportPeriod {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const first = Math.floor((month - 1) / 3) * 3;
  const day = (date: number) => new Date(date).toISOString().slice(0, 10);
  return { from: day(Date.UTC(year, first - 3, 1)), to: day(Date.UTC(year, first, 0)) };
}
