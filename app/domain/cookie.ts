interface Cookie {
  name: string;
  path: string;
}

/**
 * Over https, the browser only accepts a cookie with a __Host- or __Secure- prefix over TLS; __Host- also excludes
 * subdomains.
 */
function cookieName({ name, path }: Cookie, siteUrl: string): string {
  if (!siteUrl.startsWith('https:')) return name;
  return `${path === '/' ? '__Host-' : '__Secure-'}${name}`;
}

/** Formats a Set-Cookie header. `maxAge` is in seconds. The cookie is secure if `siteUrl` is https. */
export function setCookie(cookie: Cookie, siteUrl: string, value: string, maxAge: number): string {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
  const { path } = cookie;
  return `${cookieName(cookie, siteUrl)}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

/** Reads a cookie's value. Returns undefined unless it matches `pattern`. */
export function readCookie(
  cookie: Cookie,
  siteUrl: string,
  header: string | null,
  pattern: RegExp,
): string | undefined {
  const prefix = `${cookieName(cookie, siteUrl)}=`;
  const pair = (header ?? '').split('; ').find((each) => each.startsWith(prefix));
  const value = pair?.slice(prefix.length);
  return value !== undefined && pattern.test(value) ? value : undefined;
}
