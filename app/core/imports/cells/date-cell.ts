/**
 * Reads a day as '2026-11-22', '11/22/2026' or '22.11.2026'. Returns the first form. Returns other texts unchanged, so that
 * the field refuses them.
 */
export function readDateCell(text: string): string {
  const typed = text.trim();
  const [, usMonth, usDay, usYear] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(typed) ?? [];
  if (usYear) return toDay(usYear, usMonth, usDay);
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(typed) ?? [];
  return year ? toDay(year, month, day) : typed;
}

function toDay(year: string, month = '', day = ''): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
