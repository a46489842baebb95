import { shop } from '#domain/shop.ts';
import { PrivacyView } from '#features/business/privacy-view.tsx';

export function meta() {
  return [{ title: `Privacy Policy | ${shop.name}` }];
}

export default PrivacyView;
