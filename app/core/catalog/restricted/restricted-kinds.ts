/** Kinds of parts that the law restricts (docs/restricted-parts.md). A part counts as the first kind that it matches. */
export const restrictedKinds = [
  'catalyticConverters',
  'airbags',
  'fuelTanks',
  'hybridBatteries',
  'leadAcidBatteries',
] as const;

export type RestrictedKind = (typeof restrictedKinds)[number];

/** A fact that must be recorded before a part is for sale. */
export type NeededFact = 'undeployed' | 'drained' | 'donor_vin' | 'recall_check';

interface KindRule {
  /** Example: 'Used catalytic converters'. */
  name: string;
  /** Parts of the kind that the rule is for. */
  origins: 'notNew' | 'new' | 'all';
  needs: readonly NeededFact[];
  /** `ground` parts ship on the mainland only. */
  ships: 'any' | 'ground' | 'freight';
  /** Text for staff. */
  explanation: string;
  sources: readonly { name: string; address: string }[];
}

export const kindRules: Record<RestrictedKind, KindRule> = {
  catalyticConverters: {
    name: 'Used catalytic converters',
    origins: 'notNew',
    needs: [],
    ships: 'any',
    explanation:
      'Used and rebuilt catalytic converters are neither advertised nor sold in California. They stay hidden, unless you sell them only to other states.',
    sources: [
      {
        name: '13 CCR 2222',
        address: 'https://www.law.cornell.edu/regulations/california/13-CCR-2222',
      },
    ],
  },
  airbags: {
    name: 'Airbags and pretensioners',
    origins: 'notNew',
    needs: ['undeployed', 'donor_vin', 'recall_check'],
    ships: 'ground',
    explanation:
      'A used airbag or pretensioner is for sale when it is confirmed as undeployed, and its donor VIN and the day of its recall check are recorded. It ships by ground, by people who are trained for hazardous materials.',
    sources: [
      { name: '49 CFR 573.12', address: 'https://www.ecfr.gov/current/title-49/section-573.12' },
      { name: '49 CFR 173.166', address: 'https://www.ecfr.gov/current/title-49/section-173.166' },
      {
        name: '49 CFR 172.704',
        address: 'https://www.ecfr.gov/current/title-49/section-172.704',
      },
    ],
  },
  fuelTanks: {
    name: 'Used fuel tanks',
    origins: 'notNew',
    needs: ['drained'],
    ships: 'any',
    explanation: 'A used fuel tank is for sale when it is confirmed as drained.',
    sources: [{ name: '49 CFR 173.220', address: 'https://www.ecfr.gov/current/title-49/section-173.220' }],
  },
  hybridBatteries: {
    name: 'Hybrid and electric vehicle batteries',
    origins: 'all',
    needs: [],
    ships: 'freight',
    explanation: 'They ship by freight, or are picked up.',
    sources: [
      { name: '49 CFR 173.185', address: 'https://www.ecfr.gov/current/title-49/section-173.185' },
      { name: '49 CFR 173.159', address: 'https://www.ecfr.gov/current/title-49/section-173.159' },
    ],
  },
  leadAcidBatteries: {
    name: 'New lead-acid batteries',
    origins: 'new',
    needs: [],
    ships: 'any',
    explanation:
      'Each new lead-acid battery that goes to California, or is sold there, costs the California battery fee: an amount of its own, without tax. You register for it, report it and pay it to the state.',
    sources: [
      {
        name: 'Health and Safety Code 25215.25',
        address: 'https://california.public.law/codes/ca_health_and_safety_code_section_25215.25',
      },
      {
        name: '18 CCR 3230',
        address: 'https://cdtfa.ca.gov/lawguides/vol4/labrfr/labrfr-reg3230.html',
      },
      { name: 'CDTFA', address: 'https://www.cdtfa.ca.gov/industry/lead-acid-battery-fees.htm' },
    ],
  },
};

/** The owner's rules for a kind. */
export interface KindTerms {
  on: boolean;
  /** Words in names and categories that make a part one of this kind, in small letters, digits and spaces. */
  words: string[];
  /** Words in the beginning of a name, up to 'for' or 'with', that make a part one of another kind. */
  exceptions: string[];
}

export interface LeadAcidTerms {
  /** Cents per battery. */
  feeCents: number;
  /** True if the fee is refunded with a battery that the buyer returns without a fault of the shop. */
  refundsFee: boolean;
}

export interface RestrictedTerms {
  /** `soldElsewhere` shows the part to everyone and sells it to other states. Otherwise it is hidden. */
  catalyticConverters: KindTerms & { states: string[]; soldElsewhere: boolean };
  airbags: KindTerms;
  fuelTanks: KindTerms;
  hybridBatteries: KindTerms;
  leadAcidBatteries: KindTerms & LeadAcidTerms;
}

/** The migration that creates restricted_kinds has the same words. A test compares them. */
export const defaultRestricted: RestrictedTerms = {
  catalyticConverters: {
    on: true,
    words: ['catalytic', 'catalyst', 'cat converter', 'manifold converter'],
    exceptions: ['gasket', 'shield', 'bracket', 'bolt', 'clamp', 'hanger', 'sensor', 'mount', 'insulator'],
    states: ['CA'],
    soldElsewhere: false,
  },
  airbags: {
    on: true,
    words: ['airbag', 'air bag', 'pretensioner', 'pre tensioner', 'seat belt retractor'],
    exceptions: ['sensor', 'control', 'computer', 'spring', 'harness', 'switch', 'bracket', 'suspension'],
  },
  fuelTanks: {
    on: true,
    words: ['fuel tank', 'gas tank', 'fuel cell'],
    exceptions: [
      'strap',
      'cap',
      'cover',
      'door',
      'sensor',
      'unit',
      'pump',
      'shield',
      'plate',
      'neck',
      'hose',
      'line',
      'valve',
      'bracket',
      'ring',
      'gauge',
      'sender',
      'seal',
      'gasket',
    ],
  },
  hybridBatteries: {
    on: true,
    words: ['hybrid battery', 'traction battery', 'high voltage battery', 'hv battery', 'ev battery'],
    exceptions: [
      'fan',
      'blower',
      'duct',
      'computer',
      'sensor',
      'cable',
      'cover',
      'filter',
      'harness',
      'bracket',
    ],
  },
  leadAcidBatteries: {
    on: true,
    words: ['battery', 'batteries'],
    exceptions: [
      'cable',
      'terminal',
      'tray',
      'box',
      'charger',
      'maintainer',
      'tester',
      'hold',
      'bracket',
      'cover',
      'sensor',
      'harness',
      'fuse',
      'clamp',
      'bolt',
      'mount',
      'switch',
      'relay',
      'insulator',
      'blanket',
      'heater',
      'vent',
      'fan',
      'blower',
      'duct',
      'computer',
      'module',
      'monitor',
      'disconnect',
      'starter',
      'alternator',
      'key',
      'fob',
      'remote',
      'lithium',
      'hybrid',
      'traction',
      'high voltage',
      'hv',
      'ev',
    ],
    feeCents: 200,
    refundsFee: false,
  },
};
