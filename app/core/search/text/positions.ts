/** Names of positions in the database. */
export const placeKeys = ['front', 'rear', 'left', 'right', 'upper', 'lower', 'inner', 'outer'] as const;

export type PlaceKey = (typeof placeKeys)[number];

export interface Position {
  key: PlaceKey;
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
    key: 'front',
    label: 'Front',
    typed: ['front', 'frt', 'fr', 'frnt', 'frontside', 'delantero', 'delantera', 'delanteros', 'delanteras'],
    words: ['front', 'frt'],
    opposite: 'Rear',
  },
  {
    key: 'rear',
    label: 'Rear',
    typed: ['rear', 'back', 'rearside', 'backside', 'trasero', 'trasera', 'traseros', 'traseras'],
    words: ['rear', 'back'],
    opposite: 'Front',
  },
  {
    key: 'left',
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
    key: 'right',
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
  {
    key: 'upper',
    label: 'Upper',
    typed: ['upper', 'upr', 'uppr'],
    words: ['upper', 'upr'],
    opposite: 'Lower',
  },
  {
    key: 'lower',
    label: 'Lower',
    typed: ['lower', 'lwr', 'lowr'],
    words: ['lower', 'lwr'],
    opposite: 'Upper',
  },
  {
    key: 'inner',
    label: 'Inner',
    typed: ['inner', 'inside', 'inr', 'innr'],
    words: ['inner', 'inside'],
    opposite: 'Outer',
  },
  {
    key: 'outer',
    label: 'Outer',
    typed: ['outer', 'outside', 'otr', 'outr'],
    words: ['outer', 'outside'],
    opposite: 'Inner',
  },
];

export const positionsByKey: ReadonlyMap<string, Position> = new Map(
  positions.flatMap((position) => position.typed.map((key) => [key, position] as const)),
);
