import { listAddress, type QueryOf, searchText } from '#core/values/list-address.ts';
import { YARD_PATH } from './public-car.ts';

/** The cars that shoppers see, by filters that are the values of the cars. '' means any. */
export const yardList = listAddress(YARD_PATH, {
  make: searchText(100),
  model: searchText(100),
  year: {
    fallback: '',
    read: (text: string) => (/^[1-9]\d{3}$/.test(text) ? text : undefined),
    write: (year: string) => year,
  },
  row: searchText(20),
});

export type YardQuery = QueryOf<typeof yardList>;
