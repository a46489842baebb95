import type { Destination, ShipTo } from '#core/addresses/destination.ts';
import type { ShopLocation } from '#core/settings/shop.ts';
import type { AskedAddress, AskedMethod } from './asked.ts';
import { readPlace } from './ship-to.ts';
import type { ErrorMessage } from './ucp.ts';

/** An address, or a location of the shop where parts are picked up. */
export type MethodDestination =
  | ({ id: string } & AskedAddress)
  | { id: string; name: string; address: AskedAddress };

/** How the parts get to the buyer, as far as it is known. */
export interface ChosenFulfillment {
  method: 'shipping' | 'pickup';
  /** Tells whether the assistant has chosen a method. */
  isChosen: boolean;
  shippingPlaces: ({ id: string } & AskedAddress)[];
  pickupPlaces: { id: string; name: string; address: AskedAddress }[];
  destinationId: string | null;
  /** The place of an address that the shop can ship to. */
  place: Pick<ShipTo, 'country' | 'state' | 'zip' | 'poBox'> | null;
  /** The name of the location where the parts are picked up. */
  location: string | null;
  /** Null until the price can depend on nothing more. */
  destination: Destination | null;
  isFreightAsked: boolean;
  /** True if freight needs a choice that is still missing. */
  asksOption: boolean;
  optionId: string | null;
  messages: ErrorMessage[];
}

interface Shop {
  lineIds: readonly string[];
  /** Empty if nothing can be picked up. */
  locations: readonly ShopLocation[];
  /** Countries besides the United States, by two letters. */
  countries: readonly string[];
  isFreightAsked: boolean;
}

/** The answers about the place that freight needs. Each title suffices alone. */
export const freightOptions = [
  {
    id: 'freight-business',
    title: 'Freight to a business with a dock or forklift',
    place: 'business',
    liftgate: false,
  },
  {
    id: 'freight-business-liftgate',
    title: 'Freight to a business, lowered by liftgate',
    place: 'business',
    liftgate: true,
  },
  {
    id: 'freight-residence',
    title: 'Freight to a residence with a forklift',
    place: 'residential',
    liftgate: false,
  },
  {
    id: 'freight-residence-liftgate',
    title: 'Freight to a residence, lowered by liftgate',
    place: 'residential',
    liftgate: true,
  },
] as const satisfies readonly ({ id: string; title: string } & Pick<ShipTo, 'place' | 'liftgate'>)[];

const METHOD = '$.fulfillment.methods[0]';

/** Reads which method, place and option an assistant chooses. All items go the same way. */
export function chooseFulfillment(methods: readonly AskedMethod[], shop: Shop): ChosenFulfillment {
  const messages: ErrorMessage[] = [];
  const refuse = (code: string, content: string, path: string) =>
    messages.push({ type: 'error', code, content, path, severity: 'recoverable' });
  const asked = methods.filter(({ line_item_ids: ids }) => ids === undefined || ids.length > 0);
  const chosen = asked[0] ?? methods.find(({ selected_destination_id: id }) => typeof id === 'string');
  if (asked.length > 1)
    refuse(
      'one_method_only',
      'All items go by one method: send one method with all of them',
      '$.fulfillment.methods',
    );
  const pickupPlaces = shop.locations.map((location, index) => ({
    id: `location_${index + 1}`,
    name: location.name,
    address: toAddress(location),
  }));
  const method = chosen?.type ?? (chosen?.id === 'pickup' ? 'pickup' : 'shipping');
  const none = {
    method,
    isChosen: chosen !== undefined,
    shippingPlaces: [],
    pickupPlaces,
    destinationId: null,
    place: null,
    location: null,
    destination: null,
    isFreightAsked: shop.isFreightAsked && method === 'shipping',
    asksOption: false,
    optionId: null,
    messages,
  };
  if (!chosen) return none;
  const selected = chosen.selected_destination_id ?? null;
  const option = chosen.groups?.[0]?.selected_option_id ?? null;
  const knownOption = (known: readonly string[]) => {
    if (option === null || known.includes(option)) return option;
    refuse(
      'invalid_fulfillment_option',
      `There is no fulfillment option ${option}`,
      `${METHOD}.groups[0].selected_option_id`,
    );
    return null;
  };
  if (method === 'pickup') {
    if (pickupPlaces.length === 0) {
      refuse('fulfillment_unavailable', 'Nothing can be picked up here', `${METHOD}.type`);
      return none;
    }
    const id = selected ?? (pickupPlaces.length === 1 ? (pickupPlaces[0]?.id ?? null) : null);
    const found = pickupPlaces.find((place) => place.id === id);
    if (!found) {
      const content = id === null ? 'Please choose where to pick up the parts' : `There is no location ${id}`;
      refuse('field_required', content, `${METHOD}.selected_destination_id`);
      return none;
    }
    knownOption(['pickup']);
    const destination = { kind: 'pickup', location: found.name } as const;
    return { ...none, destinationId: found.id, location: found.name, destination };
  }
  const shippingPlaces = namePlaces(chosen.destinations ?? []);
  const withPlaces = { ...none, shippingPlaces };
  if (shippingPlaces.length === 0) return withPlaces;
  const id = selected ?? (shippingPlaces.length === 1 ? (shippingPlaces[0]?.id ?? null) : null);
  const index = shippingPlaces.findIndex((place) => place.id === id);
  const address = shippingPlaces[index];
  if (!address) {
    const content = id === null ? 'Please choose the address to ship to' : `There is no destination ${id}`;
    refuse('field_required', content, `${METHOD}.selected_destination_id`);
    return withPlaces;
  }
  const read = readPlace(address, shop.countries);
  if ('problem' in read) {
    const path = `${METHOD}.destinations[${index}]`;
    refuse(
      read.member ? 'invalid_address' : 'address_undeliverable',
      read.problem,
      read.member ? `${path}.${read.member}` : path,
    );
    return { ...withPlaces, destinationId: address.id };
  }
  const { place } = read;
  const located = { ...withPlaces, destinationId: address.id, place };
  if (!shop.isFreightAsked) {
    const destination = { kind: 'ship', ...place, place: 'residential', liftgate: false } as const;
    return { ...located, optionId: knownOption(['standard']), destination };
  }
  const optionId = knownOption(freightOptions.map((each) => each.id));
  const way = freightOptions.find((each) => each.id === optionId);
  if (!way) {
    if (option === null)
      refuse(
        'fulfillment_option_required',
        'Please choose how the freight is delivered',
        `${METHOD}.groups[0].selected_option_id`,
      );
    return { ...located, asksOption: true };
  }
  const destination = { kind: 'ship', ...place, place: way.place, liftgate: way.liftgate } as const;
  return { ...located, optionId, destination };
}

function toAddress({ street, city, state, zip }: ShopLocation): AskedAddress {
  return {
    street_address: street,
    address_locality: city,
    address_region: state,
    postal_code: zip,
    address_country: 'US',
  };
}

function namePlaces(places: NonNullable<AskedMethod['destinations']>): ({ id: string } & AskedAddress)[] {
  return places.map((place, index) => ({ ...place, id: place.id ?? `address_${index + 1}` }));
}
