import { business } from '#domain/business.ts';
import { shop } from '#domain/shop.ts';
import { TermsView } from '#features/business/terms-view.tsx';
import { publicPage } from '#features/seo/page-meta.ts';
import type { Route } from './+types/terms.ts';

export function meta({ matches: [root] }: Route.MetaArgs) {
  return publicPage(root.loaderData?.siteUrl, {
    title: 'Terms of Service',
    description: `How ${shop.name} sells: prices, payment, shipping, and returns of unused parts within ${business.returns.days} days.`,
    address: '/terms',
  });
}

export default TermsView;
