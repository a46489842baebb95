import { usStates } from './destination.ts';

/** State -> ranges of the first three digits of its ZIP codes. Gaps in a state's range count as its own. */
const prefixRanges: Readonly<Record<string, string>> = {
  AL: '350-369',
  AK: '995-999',
  AZ: '850-865',
  AR: '716-729',
  CA: '900-961',
  CO: '800-816',
  CT: '060-069',
  DE: '197-199',
  DC: '200 202-205 569',
  FL: '320-339 341-349',
  GA: '300-319 398-399',
  HI: '967-968',
  ID: '832-838',
  IL: '600-629',
  IN: '460-479',
  IA: '500-528',
  KS: '660-679',
  KY: '400-427',
  LA: '700-714',
  ME: '039-049',
  MD: '206-219',
  MA: '010-027 055',
  MI: '480-499',
  MN: '550-567',
  MS: '386-397',
  MO: '630-658',
  MT: '590-599',
  NE: '680-693',
  NV: '889-898',
  NH: '030-038',
  NJ: '070-089',
  NM: '870-884',
  NY: '005 100-149',
  NC: '270-289',
  ND: '580-588',
  OH: '430-459',
  OK: '730-731 734-749',
  OR: '970-979',
  PA: '150-196',
  RI: '028-029',
  SC: '290-299',
  SD: '570-577',
  TN: '370-385',
  TX: '733 750-799 885',
  UT: '840-847',
  VT: '050-054 056-059',
  VA: '201 220-246',
  WA: '980-994',
  WV: '247-268',
  WI: '530-549',
  WY: '820-831',
  GU: '969',
  PR: '006-007 009',
  VI: '008',
  AA: '340',
  AE: '090-099',
  AP: '962-966',
};

/** ZIP codes whose state differs from that of their neighbors. */
const exceptions: Readonly<Record<string, string>> = {
  '06390': 'NY',
  '83414': 'WY',
  '96799': 'AS',
  '96950': 'MP',
  '96951': 'MP',
  '96952': 'MP',
};

const stateOfPrefix = new Map(
  Object.entries(prefixRanges).flatMap(([state, ranges]) =>
    ranges.split(' ').flatMap((range) => listPrefixes(range).map((prefix) => [prefix, state] as const)),
  ),
);

function listPrefixes(range: string): number[] {
  const [first = 0, last = first] = range.split('-').map(Number);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/**
 * Finds the state of a mailing address by its ZIP code. Returns undefined if the code is incomplete or not assigned to a
 * state.
 */
export function findStateOfZip(zip: string): string | undefined {
  if (!/^\d{5}$/.test(zip)) return undefined;
  return exceptions[zip] ?? stateOfPrefix.get(Number(zip.slice(0, 3)));
}

/** Explains why an address cannot exist: its ZIP code belongs to another state. */
export function findZipProblem({ state, zip }: { state: string; zip: string }): string | undefined {
  const known = state === '' ? undefined : findStateOfZip(zip);
  if (known === undefined || known === state) return undefined;
  return `Your ZIP code ${zip} is in ${usStates[known]}, not in ${usStates[state]}`;
}
