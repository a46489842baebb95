import { TermsView } from '#features/business/terms-view.tsx';
import { publicPage, shopOf } from '#features/seo/page-meta.ts';
import type { Route } from './+types/terms.ts';

export function meta({ matches: [root] }: Route.MetaArgs) {
  const shop = shopOf(root.loaderData);
  return publicPage(root.loaderData, {
    title: 'Terms of Service',
    description: `How ${shop.name} sells: prices, payment, shipping, and returns of unused parts within ${shop.returns.days} days.`,
    address: '/terms',
  });
}

export default TermsView;
