import type { PartFilters } from '#domain/catalog-query.ts';

export const searches: PartFilters[] = [
  {},
  { make: 'Honda' },
  { category: 'Brakes' },
  { conditions: ['Good'] },
  { make: 'Honda', model: 'Civic', year: 2015 },
  { make: 'Honda', model: 'Civic', year: 2015, category: 'Brakes' },
  { q: 'brake' },
  { q: 'pads' },
  { q: 'windshield' },
  { q: 'wiper' },
  { q: 'brake honda' },
  { q: 'civic 2015 brake' },
  { q: 'brake', make: 'Honda', category: 'Brakes', conditions: ['Good'] },
  { q: '45022-TR3-A01' },
  { q: '45022-TR3' },
  { q: '45022' },
  { q: '450' },
  { q: '45' },
  { q: 'ac' },
  { q: 'qz' },
  { q: 'nothing' },
  { q: 'a' },
  { q: '4' },
  { q: 'rotors' },
  { q: 'chevy alternator' },
  { q: 'front left headlight' },
  { q: '2010 honda civic front brake pads' },
  { q: 'brake', conditions: ['New', 'Good'], brand: 'Akebono' },
  { kind: 'Front Brake Pads', make: 'Honda' },
  { minPriceCents: 5_000, maxPriceCents: 20_000 },
  { q: 'honda', minPriceCents: 5_123, maxPriceCents: 9_999, inStock: true },
  { minPriceCents: 5_123, maxPriceCents: 9_999 },
  { minPriceCents: 4_000, maxPriceCents: 9_000 },
  { inStock: true },
  { origin: 'used', newArrivals: true },
];

export function described(filters: PartFilters): string {
  return Object.values(filters).join(' · ') || 'everything';
}
