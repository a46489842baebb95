/** Letter of the recyclers' codes -> kind of damage. docs/used-parts.md names the sources. */
export const damageKinds = {
  B: 'burns',
  C: 'creases',
  D: 'dents',
  E: 'bends',
  H: 'hail damage',
  J: 'rips or cracks',
  K: 'buckles',
  L: 'damage to the lip',
  P: 'parking lot dings',
  R: 'surface rust',
  S: 'surface scratches',
  T: 'paint problems',
} as const;

export type DamageKind = keyof typeof damageKinds;

/** Damage at one of nine places (0 means all over), in units. A credit card covers one unit. */
export interface Damage {
  place: number;
  kind: DamageKind;
  units: number;
}

/** Sorted as in the codes: from the front along the top, back along the middle, and along the bottom to the rear. */
const damagePlaces = [
  'all over',
  'at the top front',
  'at the top center',
  'at the top rear',
  'at the middle rear',
  'at the center',
  'at the middle front',
  'at the bottom front',
  'at the bottom center',
  'at the bottom rear',
] as const;

const NO_DAMAGE = '000';

const MOST_CODES = 9;

const CODE = /^(\d)([BCDEHJKLPRST])(0?\.5|[1-9](?:\.5)?)$/;

/** Reads codes such as '2D1 4S.5'. Returns [] for no damage, and undefined if one is invalid, or there are more than nine. */
export function parseDamage(text: string): Damage[] | undefined {
  const codes = text
    .trim()
    .toUpperCase()
    .split(/[\s,;]+/);
  if (codes.length === 1 && codes[0] === NO_DAMAGE) return [];
  if (codes.length > MOST_CODES) return undefined;
  const read = codes.map((code) => CODE.exec(code));
  if (read.includes(null)) return undefined;
  return read.map((match) => {
    const [, place, kind, units] = match as unknown as [string, string, DamageKind, string];
    return { place: Number(place), kind, units: Number(units) };
  });
}

/** Spells codes in one way: '2D1 4S.5'. Returns undefined if they are invalid. */
export function normalizeDamage(text: string): string | undefined {
  const damage = parseDamage(text);
  if (!damage) return undefined;
  if (damage.length === 0) return NO_DAMAGE;
  return damage
    .map(({ place, kind, units }) => `${place}${kind}${String(units).replace(/^0/, '')}`)
    .join(' ');
}

export function countUnits(damage: readonly Damage[]): number {
  return damage.reduce((sum, { units }) => sum + units, 0);
}

/** Example: '1 unit of dents at the top front'. */
export function describeDamage({ place, kind, units }: Damage): string {
  const count = units === 0.5 ? 'Half a unit' : `${units} ${units === 1 ? 'unit' : 'units'}`;
  return `${count} of ${damageKinds[kind]} ${damagePlaces[place]}`;
}
