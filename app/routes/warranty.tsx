import { WarrantyView } from '#features/business/warranty-view.tsx';
import { publicPage, shopOf } from '#features/seo/page-meta.ts';
import type { Route } from './+types/warranty.ts';

export function meta({ matches: [root] }: Route.MetaArgs) {
  const shop = shopOf(root.loaderData);
  return publicPage(root.loaderData, {
    title: 'Warranty',
    description: `OEM parts ${shop.warranty.oem}, aftermarket parts ${shop.warranty.aftermarket}, used parts ${shop.warranty.used}: what the warranty covers and how to make a claim.`,
    address: '/warranty',
  });
}

export default WarrantyView;
