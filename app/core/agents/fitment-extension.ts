/** The host of a shop, reversed, can begin a name of the protocol: no hyphen, no address of numbers. */
const NAME = /^[a-z][a-z0-9]*(\.[a-z][a-z0-9_]*)+$/;

interface Extension {
  spec: string;
  schema: string;
  extends: string[];
}

/**
 * Declares what the catalog adds to the protocol, in the shop's own namespace. Its texts must be on exactly the host that the name
 * reverses. Returns {} if no name can be made of the host: the same members work without.
 */
export function shopExtensions(siteUrl: string): Record<string, Extension> {
  const { protocol, host, origin } = new URL(siteUrl);
  const reversed = host.split('.').toReversed().join('.');
  if (protocol !== 'https:' || !NAME.test(reversed)) return {};
  return {
    [`${reversed}.shopping.fitment`]: {
      spec: `${origin}/ucp/fitment`,
      schema: `${origin}/ucp/fitment.json`,
      extends: ['dev.ucp.shopping.catalog.search', 'dev.ucp.shopping.catalog.lookup'],
    },
  };
}
