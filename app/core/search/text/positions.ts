export interface Position {
  label: string;
  /** Typed words, spelled by wordKey. */
  typed: readonly string[];
  /** Words of part names. */
  words: readonly string[];
  opposite: string;
}

/** The positions that a query can name. Left is the driver side, like in the United States. */
export const positions: readonly Position[] = [
  {
    label: 'Front',
    typed: ['front', 'frt', 'fr', 'frnt', 'frontside', 'delantero', 'delantera', 'delanteros', 'delanteras'],
    words: ['front', 'frt'],
    opposite: 'Rear',
  },
  {
    label: 'Rear',
    typed: ['rear', 'back', 'rearside', 'backside', 'trasero', 'trasera', 'traseros', 'traseras'],
    words: ['rear', 'back'],
    opposite: 'Front',
  },
  {
    label: 'Driver side',
    typed: [
      'driver',
      'drivers',
      'drvr',
      'driverside',
      'driversside',
      'left',
      'leftside',
      'lefthand',
      'lefthandside',
      'lh',
      'lhs',
      'izquierdo',
      'izquierda',
    ],
    words: ['driver', 'drivers', 'left', 'lh'],
    opposite: 'Passenger side',
  },
  {
    label: 'Passenger side',
    typed: [
      'passenger',
      'passengers',
      'passengerside',
      'passengersside',
      'passanger',
      'pass',
      'psgr',
      'passangerside',
      'right',
      'rightside',
      'righthand',
      'righthandside',
      'rh',
      'rhs',
      'derecho',
      'derecha',
    ],
    words: ['passenger', 'passengers', 'right', 'rh'],
    opposite: 'Driver side',
  },
  { label: 'Upper', typed: ['upper', 'upr', 'uppr'], words: ['upper', 'upr'], opposite: 'Lower' },
  { label: 'Lower', typed: ['lower', 'lwr', 'lowr'], words: ['lower', 'lwr'], opposite: 'Upper' },
  {
    label: 'Inner',
    typed: ['inner', 'inside', 'inr', 'innr'],
    words: ['inner', 'inside'],
    opposite: 'Outer',
  },
  {
    label: 'Outer',
    typed: ['outer', 'outside', 'otr', 'outr'],
    words: ['outer', 'outside'],
    opposite: 'Inner',
  },
];

export const positionsByKey: ReadonlyMap<string, Position> = new Map(
  positions.flatMap((position) => position.typed.map((key) => [key, position] as const)),
);
