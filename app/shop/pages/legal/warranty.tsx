import { LegalPage } from './legal-page.tsx';
import { loadLegalPage } from '#core/legal/legal-texts.server.ts';
import { publicPage, shopOf } from '#core/settings/page-meta.ts';
import type { Route } from './+types/warranty.ts';

export function loader(args: Route.LoaderArgs) {
  return loadLegalPage(args, 'warranty');
}

export function meta({ matches: [root], loaderData }: Route.MetaArgs) {
  const shop = shopOf(root.loaderData);
  return publicPage(root.loaderData, {
    title: 'Warranty',
    description: `OEM parts ${shop.warranty.oem}, aftermarket parts ${shop.warranty.aftermarket}, used parts ${shop.warranty.used}: what the warranty covers and how to make a claim.`,
    address: loaderData.versioned ? undefined : '/warranty',
  });
}

export default function Warranty({ loaderData }: Route.ComponentProps) {
  return <LegalPage page="warranty" {...loaderData} />;
}
