import { shop } from '#domain/shop.ts';
import { TermsView } from '#features/business/terms-view.tsx';

export function meta() {
  return [{ title: `Terms of Service | ${shop.name}` }];
}

export default TermsView;
