import { shop } from '#domain/shop.ts';
import { AboutView } from '#features/business/about-view.tsx';

export function meta() {
  return [{ title: `About | ${shop.name}` }];
}

export default AboutView;
