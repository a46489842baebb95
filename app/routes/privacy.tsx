import { PrivacyView } from '#features/business/privacy-view.tsx';
import { publicPage, shopOf } from '#features/seo/page-meta.ts';
import type { Route } from './+types/privacy.ts';

export function meta({ matches: [root] }: Route.MetaArgs) {
  const shop = shopOf(root.loaderData);
  return publicPage(root.loaderData, {
    title: 'Privacy Policy',
    description: `What data ${shop.name} collects about its customers, why, and for how long.`,
    address: '/privacy',
  });
}

export default PrivacyView;
