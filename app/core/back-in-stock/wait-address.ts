/** Returns the path of a mailed link's page. */
export function waitLinkAddress(token: string): string {
  return `/back-in-stock?token=${token}`;
}

/** The panel's list of parts that people wait for. */
export const AWAITED_PARTS = '/admin/requests/waiting';
