interface Cookie {
  name: string;
  path: string;
  /** Scripts of the shop read it too. */
  isReadable?: boolean;
}

/** Adds the prefix by which browsers accept the cookie only from this host, over TLS. */
function cookieName({ name, path }: Cookie, siteUrl: string): string {
  if (!siteUrl.startsWith('https:')) return name;
  return `${path === '/' ? '__Host-' : '__Secure-'}${name}`;
}

export function setCookie(cookie: Cookie, siteUrl: string, value: string, maxAge: number): string {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
  const { path, isReadable } = cookie;
  const hidden = isReadable ? '' : '; HttpOnly';
  return `${cookieName(cookie, siteUrl)}=${value}; Path=${path}; Max-Age=${maxAge}${hidden}; SameSite=Lax${secure}`;
}

/** Reads a cookie from a Cookie header. Returns undefined if the value does not match `format`. */
export function readCookie(
  cookie: Cookie,
  siteUrl: string,
  header: string | null,
  format: RegExp,
): string | undefined {
  const begin = `${cookieName(cookie, siteUrl)}=`;
  const pair = header?.split('; ').find((each) => each.startsWith(begin));
  const value = pair?.slice(begin.length);
  return value !== undefined && format.test(value) ? value : undefined;
}
