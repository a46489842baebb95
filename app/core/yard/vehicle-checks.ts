/** Groups of checks, in the order in which most yards do them. */
export const checkGroups = {
  arrival: 'Arrival',
  test: 'Tested before it is drained',
  depollution: 'Fluids and hazards',
  end: 'Dismantled',
} as const;

export type CheckGroup = keyof typeof checkGroups;

/** Steps of the work on a car. Each can be done at any time. */
export const vehicleChecks = {
  arrived: { label: 'Arrived', group: 'arrival' },
  bid: { label: 'Checked against the bid', group: 'arrival' },
  keys: { label: 'Keys', group: 'arrival' },
  tagged: { label: 'Marked with its stock number', group: 'arrival' },
  starts: { label: 'Engine starts', group: 'test' },
  leaks: { label: 'Leaks', group: 'test' },
  compression: { label: 'Compression', group: 'test' },
  shifts: { label: 'Transmission shifts', group: 'test' },
  ac: { label: 'A/C', group: 'test' },
  codes: { label: 'Trouble codes', group: 'test' },
  odometer: { label: 'Odometer photographed', group: 'test' },
  inventoried: { label: 'Inventoried', group: 'test' },
  fluids: { label: 'Fluids drained', group: 'depollution' },
  refrigerant: { label: 'Refrigerant recovered', group: 'depollution' },
  battery: { label: 'Battery removed', group: 'depollution' },
  mercury: { label: 'Mercury switches removed', group: 'depollution' },
  airbags: { label: 'Airbags removed or deployed', group: 'depollution' },
  dismantled: { label: 'Dismantled', group: 'end' },
  hulk: { label: 'Hulk is ready', group: 'end' },
} as const satisfies Record<string, { label: string; group: CheckGroup }>;

export type VehicleCheck = keyof typeof vehicleChecks;

export const vehicleCheckNames = Object.keys(vehicleChecks) as VehicleCheck[];

export function isVehicleCheck(name: unknown): name is VehicleCheck {
  return typeof name === 'string' && Object.hasOwn(vehicleChecks, name);
}

export const MAX_CHECK_NOTE = 500;
