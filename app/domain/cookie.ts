interface Cookie {
  name: string;
  /** The addresses below which it is sent. */
  path: string;
}

/**
 * The name under which a browser has a cookie. Over https it begins with a promise that the browser keeps: nobody but
 * this host itself has set it, and not without TLS.
 */
function nameOf({ name, path }: Cookie, siteUrl: string): string {
  if (!siteUrl.startsWith('https:')) return name;
  return `${path === '/' ? '__Host-' : '__Secure-'}${name}`;
}

/** The value of Set-Cookie, for `maxAge` seconds. `siteUrl` says whether the shop is reached by TLS. */
export function setCookie(cookie: Cookie, siteUrl: string, value: string, maxAge: number): string {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
  const { path } = cookie;
  return `${nameOf(cookie, siteUrl)}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

/** The value that a browser has sent, if it has the right form as a whole. */
export function readCookie(
  cookie: Cookie,
  siteUrl: string,
  header: string | null,
  form: RegExp,
): string | undefined {
  const begin = `${nameOf(cookie, siteUrl)}=`;
  const pair = (header ?? '').split('; ').find((each) => each.startsWith(begin));
  const value = pair?.slice(begin.length);
  return value !== undefined && form.test(value) ? value : undefined;
}
