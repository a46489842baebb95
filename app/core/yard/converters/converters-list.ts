import { choice, listAddress, type QueryOf, searchText } from '#core/values/list-address.ts';
import { VEHICLES_PATH } from '../vehicles-list.ts';

export const CONVERTERS_PATH = `${VEHICLES_PATH}/converters`;

/** Name in addresses -> title. The first one is shown first. */
export const converterViews = { here: 'In the yard', sold: 'Sold', all: 'All' } as const;

export type ConverterView = keyof typeof converterViews;

export const convertersList = listAddress(CONVERTERS_PATH, {
  view: choice(converterViews),
  q: searchText(),
});

export type ConvertersQuery = QueryOf<typeof convertersList>;
