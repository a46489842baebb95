import { LegalPage } from './legal-page.tsx';
import { loadLegalPage } from '#core/legal/legal-texts.server.ts';
import { publicPage, shopOf } from '#core/settings/page-meta.ts';
import type { Route } from './+types/privacy.ts';

export function loader(args: Route.LoaderArgs) {
  return loadLegalPage(args, 'privacy');
}

export function meta({ matches: [root], loaderData }: Route.MetaArgs) {
  const shop = shopOf(root.loaderData);
  return publicPage(root.loaderData, {
    title: 'Privacy Policy',
    description: `What data ${shop.name} collects about its customers, why, and for how long.`,
    address: loaderData.versioned ? undefined : '/privacy',
  });
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return <LegalPage page="privacy" {...loaderData} />;
}
