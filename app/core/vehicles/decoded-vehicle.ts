import type { VinFact } from './vin-patterns.ts';

export interface VehicleName {
  make: string;
  model: string;
}

/** Facts of a VIN, in NHTSA's words. */
export interface DecodedFacts extends VehicleName {
  facts: Partial<Record<VinFact, string>>;
}

/** Model names of NHTSA -> names of sellers of parts, where they differ. */
const otherNames: Partial<Record<string, string>> = {
  'ford f-250': 'F-250 Super Duty',
  'ford f-350': 'F-350 Super Duty',
  'mazda mx-5': 'MX-5 Miata',
};

/**
 * Finds a vehicle in the catalog's names, which differ in case, spaces and punctuation, and in where they put the series:
 * NHTSA has the Silverado of series 1500 and the BMW 328i of the 3-Series. Returns undefined if the catalog does not have it.
 */
export function findInCatalog(
  { make, model, facts: { series = '', trim = '' } }: DecodedFacts,
  catalog: readonly VehicleName[],
): VehicleName | undefined {
  const [firstOfSeries = ''] = series.split(/[ /]/);
  const names = [
    `${model} ${firstOfSeries}`,
    `${model} ${series}`,
    otherNames[`${make} ${model}`.toLowerCase()] ?? model,
    model,
    series,
    `${model} ${trim}`,
  ].map(foldName);
  const ofMake = catalog.filter((vehicle) => foldName(vehicle.make) === foldName(make));
  for (const name of names) {
    const found = name && ofMake.find((vehicle) => foldName(vehicle.model) === name);
    if (found) return found;
  }
  return undefined;
}

function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replaceAll(/[^a-z\d]/g, '');
}

const layouts: Partial<Record<string, string>> = {
  'In-Line': 'I',
  'V-Shaped': 'V',
  'Horizontally opposed (boxer)': 'H',
  'W Shaped': 'W',
};

/** Writes the engine like parts sellers: 1.8L I4, 3.5L V6 Turbo, 6.7L V8 Diesel. Empty if the VIN does not tell it. */
export function describeEngine({ liters, cylinders, layout, fuel, turbo }: DecodedFacts['facts']): string {
  if (fuel === 'Electric') return 'Electric';
  const size = Number(liters);
  const shape = layout === undefined ? undefined : layouts[layout];
  return [
    size > 0 && `${size.toFixed(1)}L`,
    cylinders && (shape ? `${shape}${cylinders}` : `${cylinders} cylinders`),
    fuel === 'Diesel' && 'Diesel',
    turbo === 'Yes' && fuel !== 'Diesel' && 'Turbo',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Describes trim, body and engine, if the VIN tells them. Leaves out units in brackets and lists of styles. */
export function describeDetails(facts: DecodedFacts['facts']): string {
  const body = facts.body?.replace(/[/(].*$/s, '').trim();
  return [facts.trim, body, describeEngine(facts)].filter(Boolean).join(', ').slice(0, 100);
}
