interface Cookie {
  name: string;
}

/** Adds the prefix by which browsers accept the cookie only from this host, over TLS, and for all of its paths. */
function cookieName({ name }: Cookie, siteUrl: string): string {
  return siteUrl.startsWith('https:') ? `__Host-${name}` : name;
}

export function setCookie(cookie: Cookie, siteUrl: string, value: string, maxAge: number): string {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
  return `${cookieName(cookie, siteUrl)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
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
