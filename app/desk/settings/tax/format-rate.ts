const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 4 });

/** 0.0725 becomes '7.25%'. */
export function formatRate(rate: number): string {
  return percent.format(rate);
}
