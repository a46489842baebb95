/** Without the site. The page of a mailed link. */
export function waitLinkAddress(token: string): string {
  return `/back-in-stock?token=${token}`;
}

/** In the panel: what people wait for. */
export const AWAITED_PARTS = '/admin/requests/waiting';
