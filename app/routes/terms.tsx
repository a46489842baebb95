import { settingsContext } from '#settings';
import { TermsView } from '#features/business/terms-view.tsx';
import { publicPage, shopOf } from '#features/seo/page-meta.ts';
import type { Route } from './+types/terms.ts';

export function loader({ context }: Route.LoaderArgs) {
  const { lineCents, freeAboveCents } = context.get(settingsContext).shipping;
  return { shipping: { lineCents, freeAboveCents } };
}

export function meta({ matches: [root] }: Route.MetaArgs) {
  const shop = shopOf(root.loaderData);
  return publicPage(root.loaderData, {
    title: 'Terms of Service',
    description: `How ${shop.name} sells: prices, payment, shipping, and returns of unused parts within ${shop.returns.days} days.`,
    address: '/terms',
  });
}

export default function TermsRoute({ loaderData }: Route.ComponentProps) {
  return <TermsView shipping={loaderData.shipping} />;
}
