import { choice, listAddress, type QueryOf, searchText } from '#core/values/list-address.ts';

export const VEHICLES_PATH = '/admin/vehicles';

/** Name in addresses -> title. The first one is shown first. */
export const vehicleViews = {
  here: 'In the yard',
  paper: 'Paper due',
  held: 'On hold',
  gone: 'Gone',
  all: 'All',
} as const;

export type VehicleView = keyof typeof vehicleViews;

export const vehiclesList = listAddress(VEHICLES_PATH, { view: choice(vehicleViews), q: searchText() });

export type VehiclesQuery = QueryOf<typeof vehiclesList>;
