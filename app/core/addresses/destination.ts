export type Destination = ShipTo | PickUp;

export interface ShipTo {
  kind: 'ship';
  /** Two letters (ISO 3166). Example: 'US'. */
  country: string;
  /** Two letters; empty abroad. */
  state: string;
  /** Five digits; empty abroad. */
  zip: string;
  place: 'business' | 'residential';
  /** True if the freight must be lowered to the ground. */
  liftgate: boolean;
  poBox: boolean;
}

export interface PickUp {
  kind: 'pickup';
  /** Name of a location of the shop. */
  location: string;
}

const mainland = {
  AL: 'Alabama',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
};

const remote = {
  AK: 'Alaska',
  HI: 'Hawaii',
  AS: 'American Samoa',
  GU: 'Guam',
  MP: 'Northern Mariana Islands',
  PR: 'Puerto Rico',
  VI: 'U.S. Virgin Islands',
  AA: 'Armed Forces Americas',
  AE: 'Armed Forces Europe',
  AP: 'Armed Forces Pacific',
};

/** All states of a US address by their two letters, including territories and the armed forces. */
export const usStates: Readonly<Record<string, string>> = { ...mainland, ...remote };

/** The states sorted by name, for a select. */
export const usStateOptions = Object.entries(usStates)
  .map(([code, name]) => ({ code, name }))
  .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));

export const remoteAreas = ['alaska', 'hawaii', 'territories', 'military'] as const;

export type RemoteArea = (typeof remoteAreas)[number];

const remoteAreaOf: Readonly<Record<string, RemoteArea>> = {
  AK: 'alaska',
  HI: 'hawaii',
  AS: 'territories',
  GU: 'territories',
  MP: 'territories',
  PR: 'territories',
  VI: 'territories',
  AA: 'military',
  AE: 'military',
  AP: 'military',
};

/** Finds the area of a state that carriers charge more for. Returns undefined for the other states. */
export function findRemoteArea(state: string): RemoteArea | undefined {
  return remoteAreaOf[state];
}

/** Returns where a purchase is taxed: its destination, or where it is picked up. Null abroad, and for an unknown location. */
export function taxedPlace(
  destination: Destination,
  locations: readonly { name: string; state: string; zip: string }[],
): { state: string; zip: string } | null {
  if (destination.kind === 'ship') {
    return destination.country === 'US' ? { state: destination.state, zip: destination.zip } : null;
  }
  const location = locations.find(({ name }) => name === destination.location);
  return location ? { state: location.state, zip: location.zip } : null;
}
