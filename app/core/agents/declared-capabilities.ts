import { shopExtensions } from './fitment-extension.ts';
import { shopCapabilities, UCP_VERSION } from './ucp.ts';

interface ShopCapabilityDeclaration {
  version: string;
  spec: string;
  schema: string;
  extends?: string | string[];
}

/** Declares what the shop can do, in the form of a profile. */
export function declaredBy(siteUrl: string): Record<string, [ShopCapabilityDeclaration]> {
  const all: Record<string, Omit<ShopCapabilityDeclaration, 'version'>> = {
    ...shopCapabilities,
    ...shopExtensions(siteUrl),
  };
  return Object.fromEntries(
    Object.entries(all).map(([name, described]) => [name, [{ version: UCP_VERSION, ...described }]]),
  );
}
