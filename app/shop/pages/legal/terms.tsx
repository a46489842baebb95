import { LegalPage } from './legal-page.tsx';
import { loadLegalPage } from '#core/legal/legal-texts.server.ts';
import { publicPage, shopOf } from '#core/settings/page-meta.ts';
import type { Route } from './+types/terms.ts';

export function loader(args: Route.LoaderArgs) {
  return loadLegalPage(args, 'terms');
}

export function meta({ matches: [root], loaderData }: Route.MetaArgs) {
  const shop = shopOf(root.loaderData);
  return publicPage(root.loaderData, {
    title: 'Terms of Service',
    description: `How ${shop.name} sells: prices, payment, shipping, and returns of unused parts within ${shop.returns.days} days.`,
    address: loaderData.versioned ? undefined : '/terms',
  });
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  return <LegalPage page="terms" {...loaderData} />;
}
