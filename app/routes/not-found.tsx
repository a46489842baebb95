import { data } from 'react-router';
import { privatePage } from '#features/seo/page-meta.ts';
import { NotFound } from '../frame/not-found.tsx';

export function loader() {
  return data(null, { status: 404 });
}

export function meta() {
  return privatePage('Page Not Found');
}

export default NotFound;
