import { type FitRule, fitRules } from '#domain/catalog-query.ts';
import type { SearchLevel } from './search-level.ts';

export interface ExactVehicle {
  make: string;
  model: string;
  year: number;
}

/** What a part has that fits a vehicle by this rule, see db/migrations/0052_fits_and_waits.sql. */
export function fitTerm({ make, model, year }: ExactVehicle, rule: FitRule): string {
  return `fit${fitRules.indexOf(rule) + 1}=${year} ${make.replaceAll('=', '==')}= ${model}`;
}

/** The parts that fit a vehicle by one of some rules, or any rule, those of the first rule first. The last level finds all. */
export function fitLevels(vehicle: ExactVehicle, chosen: readonly FitRule[] = []): SearchLevel[] {
  const rules = fitRules.filter((rule) => chosen.length === 0 || chosen.includes(rule));
  const terms = rules.map((rule) => fitTerm(vehicle, rule));
  return terms.map((_, index) => ({ clauses: [{ terms: terms.slice(0, index + 1) }] }));
}
