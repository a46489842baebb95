import { listAddress, type QueryOf, searchText } from '#core/values/list-address.ts';

export const customersList = listAddress('/admin/customers', { q: searchText() });

export type CustomersQuery = QueryOf<typeof customersList>;
