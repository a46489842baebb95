import { addDays, zonedTime } from '#core/values/zoned-time.ts';

export const sourceSchedules = {
  '15m': 'Every 15 minutes',
  '1h': 'Every hour',
  '6h': 'Every 6 hours',
  daily: 'Every day',
} as const;

export type SourceSchedule = keyof typeof sourceSchedules;

export const sourceKinds = {
  changes: 'Changes',
  full: 'Full',
} as const;

export type SourceKind = keyof typeof sourceKinds;

export const sourceAuths = {
  none: 'None',
  password: 'User and password',
  bearer: 'Bearer token',
  key: 'Private key',
} as const;

export type SourceAuth = keyof typeof sourceAuths;

export type SourceProtocol = 'https:' | 'sftp:' | 'folder:';

/** Kinds of credentials that a server can ask for. */
export const authsOf: Readonly<Record<SourceProtocol, readonly SourceAuth[]>> = {
  'https:': ['none', 'password', 'bearer'],
  'sftp:': ['password', 'key'],
  'folder:': ['none'],
};

export const MAX_SOURCES = 20;
export const MAX_SOURCE_ADDRESS = 500;
export const MAX_SECRET = 8000;

/** A run that would hide more of its source's parts waits for an admin. */
const MAX_HIDDEN_PERCENT = 5;

/**
 * Tells whether a run would hide too many parts.
 * @param toHide parts that left the file.
 * @param listed all parts in the shop that the source has delivered.
 */
export function hidesTooMany({ toHide, listed }: { toHide: number; listed: number }): boolean {
  return toHide * 100 > listed * MAX_HIDDEN_PERCENT;
}

export interface SourceAddress {
  protocol: SourceProtocol;
  /** Has no brackets of an IPv6 address. */
  host: string;
  port: number;
  /** SFTP only. */
  user: string;
  /**
   * SFTP: starts at the root of the server, or at the user's folder if it doesn't start with a slash. Folder: below the shop's
   * folder for imports.
   */
  path: string;
  href: string;
}

/** Reads the address of a file. The host is checked when the shop connects to it. */
export function readSourceAddress(text: string): SourceAddress | { problem: string } {
  if (text.length > MAX_SOURCE_ADDRESS) return { problem: `At most ${MAX_SOURCE_ADDRESS} characters` };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'folder:') return readFolderAddress(url);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'sftp:') || url.hostname === '')
    return { problem: 'Please enter an address that starts with https:// or sftp://' };
  if (url.password !== '') return { problem: 'Enter the password in its own field, not in the address' };
  const host = url.hostname.replaceAll(/^\[|\]$/g, '');
  const { protocol, href } = url;
  if (protocol === 'https:') {
    if (url.username !== '') return { problem: 'Enter the user in its own field, not in the address' };
    url.hash = '';
    return { protocol, host, port: Number(url.port || 443), user: '', path: '', href: url.href };
  }
  if (url.username === '') return { problem: 'Enter the user before the host: sftp://user@host/path' };
  const [user, path] = [decode(url.username), decode(url.pathname)];
  if (user === undefined || path === undefined || path.includes('\0'))
    return { problem: "The address has a % that doesn't stand for a character. Write it as %25" };
  if (path === '' || path.endsWith('/')) return { problem: 'Enter the path of the file after the host' };
  return {
    protocol: 'sftp:',
    host,
    port: Number(url.port || 22),
    user,
    path: path.startsWith('/~/') ? path.slice(3) : path,
    href,
  };
}

/** Reads 'folder:parts.csv' or 'folder:yard/parts.csv'. */
function readFolderAddress({ pathname, search, hash }: URL): SourceAddress | { problem: string } {
  const path = (decode(pathname) ?? '').replace(/^\/+/, '');
  if (findFolderProblem(path) !== undefined || search !== '' || hash !== '')
    return { problem: 'Enter the name of a file in the folder, such as folder:parts.csv' };
  return {
    protocol: 'folder:',
    host: '',
    port: 0,
    user: '',
    path,
    href: `folder:${path.split('/').map(encodeURIComponent).join('/')}`,
  };
}

/** Says why a path is not that of a file below a folder. */
export function findFolderProblem(path: string): string | undefined {
  const names = path.split('/');
  const isFine = names.every((name) => name !== '' && name !== '.' && name !== '..' && !/[\0\\]/.test(name));
  return isFine ? undefined : 'Enter the name of a file, without dots alone, backslashes or empty folders';
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Returns the host of a stored address, for people. */
export function sourceHost(address: string): string {
  return new URL(address).host || 'the folder for imports';
}

/**
 * Names the owner of a sealed secret. Another server, user or kind of credentials needs the secret again, so that an admin
 * can't send it elsewhere.
 */
export function secretOwner(source: {
  id: string;
  address: string;
  auth: string;
  userName: string | null;
}): string {
  const url = new URL(source.address);
  return [source.id, `${url.protocol}//${url.host}`, url.username, source.auth, source.userName ?? ''].join(
    ' ',
  );
}

/** Reads '06:30' as minutes after midnight. */
export function readDailyTime(text: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

export function formatDailyTime(minutes: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

const MINUTE_MS = 60_000;

const intervals: Record<Exclude<SourceSchedule, 'daily'>, number> = {
  '15m': 15 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '6h': 360 * MINUTE_MS,
};

export interface SourceTimes {
  schedule: SourceSchedule;
  /** Minutes after midnight. */
  dailyAt: number | null;
  timeZone: string;
}

/** Returns the first time of the schedule after `now`. Skips missed times. @param due the time that is due. */
export function nextRunTime({ schedule, dailyAt, timeZone }: SourceTimes, due: Date, now: Date): Date {
  if (schedule !== 'daily') {
    const interval = intervals[schedule];
    const missed = Math.max(0, Math.floor((now.getTime() - due.getTime()) / interval));
    return new Date(due.getTime() + (missed + 1) * interval);
  }
  for (let days = 0; ; days += 1) {
    const time = zonedTime(addDays(now, days, timeZone), dailyAt ?? 0, timeZone);
    if (time > now) return time;
  }
}

const MAX_RETRY_MINUTES = 360;

/**
 * Returns the milliseconds until the next try: 15 minutes, then twice as long each time, at most 6 hours.
 * @param failures in a row.
 */
export function retryDelay(failures: number): number {
  return Math.min(15 * 2 ** Math.min(failures - 1, 10), MAX_RETRY_MINUTES) * MINUTE_MS;
}
