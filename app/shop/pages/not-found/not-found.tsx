import { data } from 'react-router';
import { privatePage } from '#core/settings/page-meta.ts';
import { NotFound } from './not-found-view.tsx';
import type { Route } from './+types/not-found.ts';

export function loader() {
  return data(null, { status: 404 });
}

export function meta({ matches: [root] }: Route.MetaArgs) {
  return privatePage(root.loaderData, 'Page Not Found');
}

export default NotFound;
