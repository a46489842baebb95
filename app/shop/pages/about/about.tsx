import { AboutView } from './about-view.tsx';
import { publicPage, shopOf } from '#core/settings/page-meta.ts';
import { storeData } from '#core/settings/store-data.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import type { Route } from './+types/about.ts';

export function meta({ matches: [root] }: Route.MetaArgs) {
  const shop = shopOf(root.loaderData);
  return publicPage(root.loaderData, {
    title: 'About',
    description: `New and used car parts from ${shop.city}, for drivers who fix their own cars and for repair shops.`,
    address: '/about',
    structured: import.meta.env.SSR ? storeData(root.loaderData) : undefined,
  });
}

export function loader({ context }: Route.LoaderArgs) {
  const { story, stats } = context.get(settingsContext).business;
  return { story, stats };
}

export default function About({ loaderData }: Route.ComponentProps) {
  return <AboutView {...loaderData} />;
}
