import { gradePart, findGradeRule } from '#core/catalog/grade.ts';
import { computeCheckDigit } from '#core/vehicles/vin.ts';
import { miles } from './descriptions.ts';
import type { UsedCondition } from './prices.ts';
import { createRandom, hash, type Random } from './random.ts';
import type { Vehicle } from './make.ts';

/** Columns of parts_catalog. */
export interface SeedFacts {
  origin: 'new_oem' | 'new_aftermarket' | 'remanufactured' | 'used';
  rebuilder: string | null;
  stock_number: string | null;
  mileage: number | null;
  mileage_source: 'cluster' | 'title' | 'auction' | 'unknown' | null;
  donor_year: number | null;
  donor_model: string | null;
  donor_color: string | null;
  donor_vin_tail: string | null;
  safety_check: 'drained' | null;
  damage_codes: string | null;
  grade: string | null;
  grade_lowered_to: 'B' | 'C' | null;
  grade_reason: string | null;
  tested_how: string | null;
  warranty: string | null;
}

/** Columns of part_private_facts. */
export interface SeedPrivateFacts {
  cost_price: string;
  yard_place: string;
  donor_vin: string;
  donor_arrived_on: string;
  tested_by: string | null;
  interchange_code: string | null;
}

/** Takes the warranty from the description. Without one, the shop's terms apply. */
export function newFacts(
  origin: SeedFacts['origin'],
  brand: string | null,
  description: string | null,
): SeedFacts {
  const [, months] = /(\d+)-month warranty/.exec(description ?? '') ?? [];
  return {
    ...noFacts,
    origin,
    rebuilder: origin === 'remanufactured' ? brand : null,
    warranty: months === undefined ? null : `${months} months`,
  };
}

const noFacts: Omit<SeedFacts, 'origin'> = {
  rebuilder: null,
  stock_number: null,
  mileage: null,
  mileage_source: null,
  donor_year: null,
  donor_model: null,
  donor_color: null,
  donor_vin_tail: null,
  safety_check: null,
  damage_codes: null,
  grade: null,
  grade_lowered_to: null,
  grade_reason: null,
  tested_how: null,
  warranty: null,
};

interface UsedPart {
  id: string;
  name: string;
  stockNumber: string;
  vehicle: Vehicle;
  condition: UsedCondition;
  description: string | null;
  priceCents: number | null;
  interchangeCode: string | null;
}

export const colors = ['Black', 'White', 'Silver', 'Gray', 'Blue', 'Red', 'Green', 'Beige'];
const testers = ['Marco', 'Denise', 'Luis', 'Priya'];

/** Units of damage of a body part, from the best to the worst of its condition. */
const damageUnits: Record<UsedCondition, readonly number[]> = {
  Excellent: [0, 0, 0.5],
  'Very Good': [0, 0.5, 1],
  Good: [0.5, 1, 1.5],
  Fair: [1.5, 2, 2.5],
  Poor: [3, 4, 5],
};

/** A part that is worn has no grade of low mileage. */
const loweredGrades: Partial<Record<string, { to: 'B' | 'C'; reason: string }>> = {
  Fair: { to: 'B', reason: 'Worn for its mileage' },
  Poor: { to: 'C', reason: 'Heavily worn, for repair' },
};

/** Draws from its own random source, so that the other columns do not depend on it. Agrees with the description. */
export function usedFacts(part: UsedPart): { facts: SeedFacts; private: SeedPrivateFacts } {
  const random = createRandom(hash(part.id));
  const { make, model, year } = part.vehicle;
  const described = /([\d,]+) miles/.exec(part.description ?? '')?.[1]?.replaceAll(',', '');
  const mileage = described === undefined ? miles(year, random) : Number(described);
  const isKnown = described !== undefined || random.chance(0.93);
  const source = random.pick(['cluster', 'cluster', 'title', 'auction'] as const);
  const rule = findGradeRule(part.name);
  const damage = rule === 'body' && random.chance(0.94) ? damageCodes(part.condition, random) : null;
  const arrivedOn = `${2024 + random.below(2)}-${twoDigits(1 + random.below(12))}-${twoDigits(1 + random.below(28))}`;
  const grades = gradeUsed({
    name: part.name,
    condition: part.condition,
    mileage,
    mileageSource: isKnown ? source : 'unknown',
    donorYear: year,
    arrivedOn,
    damageCodes: damage,
  });
  const vin = donorVin(year, random);
  const isTested = rule === 'mechanical' && random.chance(0.8);
  return {
    facts: {
      origin: 'used',
      rebuilder: null,
      stock_number: part.stockNumber,
      mileage,
      mileage_source: isKnown ? source : 'unknown',
      donor_year: year,
      donor_model: `${make.name} ${model.name}`,
      donor_color: random.pick(colors),
      donor_vin_tail: vin.slice(-4),
      // Used fuel tanks are only sold drained.
      safety_check: /fuel tank/i.test(part.name) ? 'drained' : null,
      damage_codes: damage,
      ...grades,
      tested_how: isTested ? random.pick(['Run tested before removal', 'Bench tested']) : null,
      warranty: part.description === null && random.chance(0.2) ? '90 days' : null,
    },
    private: {
      cost_price: (((part.priceCents ?? 20_000) * (0.2 + 0.3 * random.next())) / 100).toFixed(2),
      yard_place: `Row ${1 + random.below(24)}, shelf ${random.pick([...'ABCDE'])}`,
      donor_vin: vin,
      donor_arrived_on: arrivedOn,
      tested_by: isTested ? random.pick(testers) : null,
      interchange_code: part.interchangeCode,
    },
  };
}

interface GradedPart {
  name: string;
  condition: string | null;
  mileage: number;
  mileageSource: 'cluster' | 'title' | 'auction' | 'unknown';
  donorYear: number;
  /** Example: '2025-11-30'. */
  arrivedOn: string;
  damageCodes: string | null;
}

/** Grades a used part, which is lowered if it is worn. */
export function gradeUsed({
  condition,
  arrivedOn,
  ...part
}: GradedPart): Pick<SeedFacts, 'grade' | 'grade_lowered_to' | 'grade_reason'> {
  const graded = { ...part, origin: 'used', rule: null, arrivalYear: Number(arrivedOn.slice(0, 4)) } as const;
  const lowered = findGradeRule(part.name) === 'mechanical' ? loweredGrades[condition ?? ''] : undefined;
  const grade = gradePart({ ...graded, loweredTo: lowered?.to ?? null });
  const isLowered =
    lowered !== undefined && grade === lowered.to && grade !== gradePart({ ...graded, loweredTo: null });
  return {
    grade,
    grade_lowered_to: isLowered ? lowered.to : null,
    grade_reason: isLowered ? lowered.reason : null,
  };
}

function damageCodes(condition: UsedCondition, random: Random): string {
  const units = random.pick(damageUnits[condition]);
  if (units === 0) return '000';
  const code = (part: number) =>
    `${1 + random.below(9)}${random.pick([...'DPSC'])}${String(part).replace(/^0/, '')}`;
  return units > 1 && random.chance(0.5) ? `${code(1)} ${code(units - 1)}` : code(units);
}

const VIN_LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const YEAR_CODES = 'ABCDEFGHJKLMNPRSTVWXY123456789';

/** Makes a VIN of no real maker, with its check digit and the code of its model year. */
export function donorVin(year: number, random: Random): string {
  const letters = Array.from({ length: 5 }, () => random.pick([...VIN_LETTERS])).join('');
  const serial = String(random.below(1_000_000)).padStart(6, '0');
  const vin = `1PY${letters}0${YEAR_CODES.charAt((year - 1980) % 30)}Y${serial}`;
  return vin.slice(0, 8) + computeCheckDigit(vin) + vin.slice(9);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
