const COOKIE = 'admin-side-bar';

/** The server renders the side bar as it was left, so that is in a cookie. */
export function readCollapsed(cookies: string): boolean {
  return new RegExp(`(?:^|; *)${COOKIE}=collapsed(?:;|$)`).test(cookies);
}

export function saveCollapsed(isCollapsed: boolean): void {
  // Some browsers lack cookieStore.
  // oxlint-disable-next-line unicorn/no-document-cookie
  document.cookie = `${COOKIE}=${isCollapsed ? 'collapsed' : ''}; Path=/admin; Max-Age=31536000; SameSite=Lax`;
}
