import { listAddress } from '#core/values/list-address.ts';

export const importsList = listAddress('/admin/import', {});
