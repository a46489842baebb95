/** Keeps the newest backup of each of this many days, weeks and months that have one. */
export interface Keep {
  days: number;
  weeks: number;
  months: number;
}

/** Chooses the backups to remove. @param names Newest first. Example: '2026-11-23T03-05-00Z'. The newest one is always kept. */
export function backupsToRemove(names: readonly string[], { days, weeks, months }: Keep): string[] {
  const kept = new Set([
    ...names.slice(0, 1),
    ...newestOfEach(names, days, (name) => name.slice(0, 10)),
    ...newestOfEach(names, weeks, weekOf),
    ...newestOfEach(names, months, (name) => name.slice(0, 7)),
  ]);
  return names.filter((name) => !kept.has(name));
}

function newestOfEach(names: readonly string[], count: number, periodOf: (name: string) => string): string[] {
  const newest = new Map<string, string>();
  for (const name of names) {
    const period = periodOf(name);
    if (!newest.has(period)) newest.set(period, name);
  }
  return [...newest.values()].slice(0, count);
}

/** Returns the Monday of the week, in UTC. */
function weekOf(name: string): string {
  const day = new Date(`${name.slice(0, 10)}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
}
