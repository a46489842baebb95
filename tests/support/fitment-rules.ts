// This file has the rules of docs/fitment.md in the simplest form, to compare the database with.

export interface RuledPart {
  id: string;
  part_name: string;
  category: string;
  vehicle_make: string | null;
  vehicle_model: string | null;
  vehicle_year: number | null;
  oem_number: string | null;
  number_type: string | null;
  number_source: string | null;
  needs_programming: boolean;
  superseded_numbers: string | null;
  fits_only_listed: boolean;
  interchange_code: string | null;
  fitments: { make: string; model: string; from_year: number; to_year: number }[];
}

export interface RuledVehicle {
  make: string;
  model: string;
  year: number;
}

const sameMaker = [
  ['Honda', 'Acura'],
  ['Toyota', 'Lexus', 'Scion'],
];

export function isListed(part: RuledPart, { make, model, year }: RuledVehicle): boolean {
  return (
    (part.vehicle_make === make && part.vehicle_model === model && part.vehicle_year === year) ||
    part.fitments.some(
      (each) => each.make === make && each.model === model && each.from_year <= year && year <= each.to_year,
    )
  );
}

/** Returns 1: listed. 2: by interchange. 3: same whole number. 4: a number to compare. 5: does not fit. 6: not known. */
export function placeOf(part: RuledPart, catalog: readonly RuledPart[], vehicle: RuledVehicle): number {
  const listed = catalog.filter((other) => other.id !== part.id && isListed(other, vehicle));
  if (isListed(part, vehicle)) return 1;
  if (listed.some((other) => haveSameCode(part, other))) return 2;
  const alike = listed.filter((other) => haveSameNumber(part, other));
  if (saysItsFit(part) && alike.some((other) => ownNumber(other) === ownNumber(part))) return 3;
  if (alike.length > 0) return 4;
  return part.fits_only_listed && hasVehicle(part) ? 5 : 6;
}

function hasVehicle({ vehicle_make: make, vehicle_model: model, vehicle_year: year, fitments }: RuledPart) {
  return (make && model && year !== null) || fitments.length > 0;
}

const normalize = (text: string | null) => (text ?? '').toUpperCase().replaceAll(/[-. ]/g, '');

export function haveSameCode(one: RuledPart, other: RuledPart): boolean {
  const code = normalize(one.interchange_code);
  return code !== '' && code === normalize(other.interchange_code) && !isPlaceholder(code);
}

export function haveSameNumber(one: RuledPart, other: RuledPart): boolean {
  return (
    one.part_name === other.part_name &&
    one.category === other.category &&
    isSameMaker(one.vehicle_make, other.vehicle_make) &&
    numbersOf(one).some((number) => numbersOf(other).includes(number))
  );
}

/** Tells whether the number is read off the part or its packaging, and the part is not coded to a vehicle. */
function saysItsFit(part: RuledPart): boolean {
  const isRead = part.number_source === 'part' || part.number_source === 'packaging';
  return (
    isRead && !part.needs_programming && !/module/i.test(part.part_name) && ownNumber(part) !== undefined
  );
}

function ownNumber(part: RuledPart): string | undefined {
  return numbersOf({ ...part, superseded_numbers: null })[0];
}

function isSameMaker(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return false;
  return one === other || sameMaker.some((group) => group.includes(one) && group.includes(other));
}

function numbersOf({
  oem_number: number,
  superseded_numbers: older,
  number_type: type,
}: RuledPart): string[] {
  if (type !== null && type !== 'oem') return [];
  return [number, ...(older ?? '').split(',')]
    .map(normalize)
    .filter((key) => key.length >= 5 && !isPlaceholder(key) && !/^(N\/A|NONE|UNKNOWN|TBD)/.test(key));
}

function isPlaceholder(key: string): boolean {
  const isOneCharacter = new Set(key).size === 1;
  return isOneCharacter || ['N/A', 'NA', 'NONE', 'UNKNOWN', 'TBD', '12345', '123456'].includes(key);
}
