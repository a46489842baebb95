import { countUnits, parseDamage } from './damage.ts';
import { isNew, isRebuilt, type Origin } from './origin.ts';

/** X means that the deciding fact is not known. */
export type Grade = 'A' | 'B' | 'C' | 'X';

/** 'mechanical' grades by mileage, 'body' by damage. */
export type GradeRule = 'mechanical' | 'body' | 'none';

/**
 * Ends of names for each rule: 'Rear Differential Assembly' is mechanical, 'Differential Cover' is not. All other kinds are
 * not graded, unless the owner chooses a rule for the part.
 */
const gradedNames: Record<Exclude<GradeRule, 'none'>, readonly string[]> = {
  mechanical: [
    'engine',
    'engine block',
    'long block',
    'short block',
    'cylinder head',
    'turbocharger',
    'supercharger',
    'transmission',
    'transaxle',
    'gearbox',
    'torque converter',
    'transfer case',
    'differential',
    'axle',
    'axle shaft',
    'drive shaft',
    'driveshaft',
    'alternator',
    'starter',
    'starter motor',
    'compressor',
    'water pump',
    'power steering pump',
    'rack and pinion',
    'steering rack',
    'steering gear',
    'steering gearbox',
  ],
  body: [
    'hood',
    'fender',
    'door',
    'door shell',
    'bumper',
    'bumper cover',
    'tailgate',
    'liftgate',
    'trunk lid',
    'deck lid',
    'decklid',
    'quarter panel',
    'rocker panel',
    'header panel',
    'truck bed',
    'roof panel',
    'alloy wheel',
    'aluminum wheel',
    'steel wheel',
    'spare wheel',
  ],
};

const ends = (Object.keys(gradedNames) as (keyof typeof gradedNames)[]).map(
  (rule) => [rule, new RegExp(`(^| )(${gradedNames[rule].join('|')})$`)] as const,
);

/** Finds the rule for a part by its name. Ignores words after 'with' or 'for', and a last 'assembly'. */
export function findGradeRule(name: string): GradeRule {
  const words = name.toLowerCase().replace(/[^a-z\d]+/g, ' ');
  const kind = words
    .replace(/ (with|without|for|w) .*/, '')
    .replace(/( (assembly|assy|complete|unit))* ?$/, '');
  return ends.find(([, pattern]) => pattern.test(kind))?.[0] ?? 'none';
}

export interface Wear {
  /** Null if unknown. */
  miles: number | null;
  /** Model year of the donor vehicle. Null if unknown. */
  donorYear: number | null;
  /** Year in which the donor vehicle came to the yard. Null if unknown. */
  arrivalYear: number | null;
}

/**
 * Grades a mechanical part by the rules of the Automotive Recyclers Association (docs/used-parts.md). A: up to 60,000 miles,
 * or up to 200,000 at no more than 15,000 a year. B: up to 200,000 otherwise. C: above. X: mileage unknown.
 */
export function gradeMechanical({ miles, donorYear, arrivalYear }: Wear): Grade {
  if (miles === null) return 'X';
  if (miles > 200_000) return 'C';
  return miles <= 60_000 || miles <= 15_000 * countYears(donorYear, arrivalYear) ? 'A' : 'B';
}

/** Counts the donor's years at its arrival, at least one. An unknown age counts as one, so that it improves no grade. */
function countYears(donorYear: number | null, arrivalYear: number | null): number {
  return donorYear === null || arrivalYear === null ? 1 : Math.max(1, arrivalYear - donorYear);
}

/** Grades a body part by its units of damage, by the same rules. A: up to 1. B: up to 2. C: above. X: unknown (null). */
export function gradeBody(units: number | null): Grade {
  if (units === null) return 'X';
  if (units <= 1) return 'A';
  return units <= 2 ? 'B' : 'C';
}

/** Lowers a grade to the owner's. Never raises one, and X stays X: A < B < C < X. */
export function downgrade(grade: Grade, lowered: 'B' | 'C' | null): Grade {
  return lowered !== null && lowered > grade ? lowered : grade;
}

export interface GradedPart extends Omit<Wear, 'miles'> {
  origin: Origin;
  name: string;
  /** The owner's choice for this part. */
  rule: GradeRule | null;
  mileage: number | null;
  /** Miles from an unknown source count as unknown. */
  mileageSource: string | null;
  /** Example: '2D1 4S.5'. Null if not inspected. */
  damageCodes: string | null;
  loweredTo: 'B' | 'C' | null;
}

/** Grades a part. Returns null if it is not used, or its kind is not graded. */
export function gradePart(part: GradedPart): Grade | null {
  if (isNew(part.origin) || isRebuilt(part.origin)) return null;
  const rule = part.rule ?? findGradeRule(part.name);
  if (rule === 'none') return null;
  return downgrade(rule === 'body' ? gradeByDamage(part) : gradeByMiles(part), part.loweredTo);
}

function gradeByMiles({ mileage, mileageSource, ...wear }: GradedPart): Grade {
  const isKnown = mileageSource !== null && mileageSource !== 'unknown';
  return gradeMechanical({ ...wear, miles: isKnown ? mileage : null });
}

function gradeByDamage({ damageCodes }: GradedPart): Grade {
  const damage = damageCodes === null ? undefined : parseDamage(damageCodes);
  return gradeBody(damage ? countUnits(damage) : null);
}

const meanings: Record<Exclude<GradeRule, 'none'>, Record<Grade, string>> = {
  mechanical: {
    A: 'Up to 60,000 miles, or up to 200,000 miles at no more than 15,000 a year.',
    B: 'Up to 200,000 miles, at more than 15,000 a year.',
    C: 'More than 200,000 miles.',
    X: 'The actual mileage is unknown.',
  },
  body: {
    A: 'Up to one unit of damage. One unit is about the size of a credit card.',
    B: 'Up to two units of damage. One unit is about the size of a credit card.',
    C: 'More than two units of damage. One unit is about the size of a credit card.',
    X: 'The damage has not been measured.',
  },
};

interface ExplainedGrade {
  grade: Grade;
  name: string;
  rule: GradeRule | null;
  loweredTo: 'B' | 'C' | null;
  reason: string | null;
}

/** Says in sentences what a part's grade means, or why the owner lowered it. */
export function explainGrade({ grade, name, rule, loweredTo, reason }: ExplainedGrade): string {
  if (loweredTo === grade && reason) return `We lowered this grade: ${reason.replace(/\.?$/, '.')}`;
  const own = rule ?? findGradeRule(name);
  return own === 'none' ? '' : meanings[own][grade];
}
