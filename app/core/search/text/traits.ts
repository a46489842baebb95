/** The drive, body or trim of a vehicle. It never decides fit, but orders the results. */
export interface Trait {
  label: string;
  /** Typed words, spelled by wordKey. */
  typed: readonly string[];
  /** Words of parts that say it. */
  words: readonly string[];
  /** Words of parts that are for other vehicles only. */
  opposite: readonly string[];
  /** True if the word counts only in a text that names a vehicle. */
  isTrim: boolean;
}

/** 'Label: typed, typed' or 'Label: typed > words of parts'. Traits of one list exclude each other. */
const groups: readonly (readonly string[])[] = [
  [
    '4WD: 4x4, 4wd, fourwheeldrive, 4wheeldrive, fourbyfour, 4by4 > 4x4, 4wd',
    '2WD: 2wd, 4x2, twowheeldrive, 2wheeldrive > 2wd, 4x2',
  ],
  [
    'AWD: awd, allwheeldrive, quattro, xdrive, 4matic, 4motion > awd, quattro, xdrive, 4matic, 4motion',
    'FWD: fwd, frontwheeldrive > fwd',
    'RWD: rwd, rearwheeldrive > rwd',
  ],
  [
    'Sedan: sedan, sdn, saloon, 4dr, 4door, fourdoor > sedan, 4dr',
    'Coupe: coupe, cpe, 2dr, 2door, twodoor > coupe, 2dr',
    'Hatchback: hatchback, 5door, 5dr > hatchback',
    'Wagon: wagon, stationwagon, estate, touringwagon > wagon',
    'Convertible: convertible, cabriolet, cabrio, droptop > convertible, cabriolet',
  ],
  [
    'Crew cab: crewcab, supercrew, crewmax, quadcab > crewcab, supercrew, crewmax, quadcab, crew, quad',
    'Extended cab: extendedcab, extcab, supercab, kingcab, accesscab > extendedcab, supercab, kingcab, extended',
    'Regular cab: regularcab, regcab, singlecab, standardcab > regularcab, regular',
  ],
  [
    'Long bed: longbed, 8ftbed, 8footbed > longbed',
    'Short bed: shortbed, 5ftbed, 65ftbed, 6ftbed > shortbed',
  ],
];

const bodies: readonly Trait[] = groups.flatMap((group) => {
  const read = group.map((line) => {
    const [label = '', rest = ''] = line.split(': ');
    const [typed = '', words = ''] = rest.split(' > ');
    return { label, typed: typed.split(', '), words: words.split(', ') };
  });
  return read.map((trait) =>
    Object.assign(trait, {
      opposite: read.filter((other) => other !== trait).flatMap(({ words }) => words),
      isTrim: false,
    }),
  );
});

/** Frequent trims in the United States. */
const trims: readonly Trait[] =
  `bighorn denali dx ess ex exl fx4 gl gls glx gt gxe kingranch laramie laredo lariat le limited
  longhorn ls lt ltz lx overland platinum premium pro4x rubicon sahara se sel si sle slt sport sportline sr sr5 srt srt8 ss stx
  sv sxt touring tradesman trd types wt xl xle xlt xrs xse z71`
    .split(/\s+/)
    .map((key) => ({ label: key.toUpperCase(), typed: [key], words: [key], opposite: [], isTrim: true }));

export const traitsByKey: ReadonlyMap<string, Trait> = new Map(
  [...trims, ...bodies].flatMap((trait) => trait.typed.map((key) => [key, trait] as const)),
);
