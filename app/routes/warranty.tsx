import { shop } from '#domain/shop.ts';
import { WarrantyView } from '#features/business/warranty-view.tsx';

export function meta() {
  return [{ title: `Warranty | ${shop.name}` }];
}

export default WarrantyView;
