/** Where the owner changes the rules. */
export const SETTINGS_OF_YARD = '/admin/settings/yard';

/** A rule of law as the shop knows it. The owner can change its value and its source. */
export interface LawRule {
  label: string;
  /** Flags are 1 or 0. */
  unit: 'days' | 'years' | 'flag';
  value: number;
  says: string;
  source: string;
}

/** The rules of California, as docs/yard-law.md quotes them. */
export const lawRules = {
  must_wait: {
    label: 'Cars wait for their paper',
    unit: 'flag',
    value: 1,
    says: 'A car may be dismantled only when the rules below say so. A yard elsewhere than in California switches it off.',
    source: 'Vehicle Code 11520(a)(3)',
  },
  notice_days: {
    label: 'Mail the notice of acquisition',
    unit: 'days',
    value: 5,
    says: 'The notice is mailed to DMV, with a copy to the Department of Justice, within this many calendar days of acquiring the car. The day of acquisition does not count.',
    source: "Vehicle Code 11520(a)(1) and (2); DMV Dismantler's Handbook 3.010",
  },
  wait_days: {
    label: 'Wait after mailing the notice',
    unit: 'days',
    value: 10,
    says: 'A car may be dismantled this many calendar days after its notice was mailed. The Vehicle Code says that the days must have elapsed: enter 11 if they must be over.',
    source: "Vehicle Code 11520(a)(3); DMV Dismantler's Handbook 2.040",
  },
  papers_days: {
    label: 'Deliver papers, plates and report',
    unit: 'days',
    value: 90,
    says: 'The documents of ownership, the license plates and the report of the vehicle to be dismantled are delivered to DMV within this many calendar days of acquiring the car.',
    source: "Vehicle Code 11520(a)(4); DMV Dismantler's Handbook 3.020",
  },
  papers_allow: {
    label: 'Delivered papers allow dismantling',
    unit: 'flag',
    value: 1,
    says: 'A car may be dismantled any time after its documents of ownership and license plates were delivered.',
    source: "Vehicle Code 11520(a)(3) and (4); DMV Dismantler's Handbook 2.040",
  },
  papers_with_report: {
    label: 'The report goes with the papers',
    unit: 'flag',
    value: 1,
    says: 'Papers and plates allow dismantling only when the report of the vehicle to be dismantled was delivered too.',
    source: "DMV Dismantler's Handbook 2.040 and 6.040",
  },
  salvage_without_notice: {
    label: 'Salvage certificates need no notice',
    unit: 'flag',
    value: 1,
    says: 'A car with a California salvage certificate needs no notice of acquisition. It may be dismantled when report, papers and plates were delivered.',
    source: "DMV Dismantler's Handbook 6.040",
  },
  junk_at_once: {
    label: 'Cars with junk status at once',
    unit: 'flag',
    value: 1,
    says: "A car that DMV's record has as junk already may be dismantled at once.",
    source: "DMV Dismantler's Handbook 2.040",
  },
  safekeeping: {
    label: 'Removals for safekeeping',
    unit: 'flag',
    value: 1,
    says: 'Parts may be removed before that only for safekeeping, with a record and a tag that names the car.',
    source: '13 CCR 304.12(a)',
  },
  loose_converters: {
    label: 'Loose converters may be bought in',
    unit: 'flag',
    value: 0,
    says: 'Catalytic converters that are of no car of the yard may be entered. The law names the businesses and owners from whom a used converter may be bought.',
    source: 'Vehicle Code 10852.5; Business and Professions Code 21610',
  },
  police_book_years: {
    label: 'Keep the police book',
    unit: 'years',
    value: 3,
    says: 'Who sold a car is kept for the current year and this many years before it.',
    source: 'Vehicle Code 11520(a)(5); 13 CCR 304.12(b)',
  },
} as const satisfies Record<string, LawRule>;

export type LawRuleName = keyof typeof lawRules;

export const lawRuleNames = Object.keys(lawRules) as LawRuleName[];

export function isLawRuleName(name: unknown): name is LawRuleName {
  return typeof name === 'string' && Object.hasOwn(lawRules, name);
}

export function lawRule(name: LawRuleName): LawRule {
  return lawRules[name];
}

/** The values in force. Flags are 1 or 0. */
export type Law = Readonly<Record<LawRuleName, number>>;

export const defaultLaw = Object.fromEntries(
  lawRuleNames.map((name) => [name, lawRules[name].value]),
) as Record<LawRuleName, number>;

/** Highest value of a rule. */
export const MAX_RULE_VALUE = { days: 365, years: 50, flag: 1 } as const;

export const MAX_SOURCE = 300;
