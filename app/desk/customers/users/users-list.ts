import { listAddress } from '#core/values/list-address.ts';

export const usersList = listAddress('/admin/users', {});
