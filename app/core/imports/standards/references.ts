/**
 * ACES and PIES name makes, positions, brands and so on by ids of the Auto Care Association's databases. A cell has such an id as a
 * reference, `{Make 59}`, until the check finds its name: the databases can be uploaded and ids can be named after the file was read.
 */
export interface Reference {
  /** Kind of the id: the table of the database that has its name. Example: 'Make'. */
  kind: ReferenceKind;
  code: string;
}

/** Each kind's name for people. The keys are the tables' names in the databases, in the singular. */
export const referenceKinds = {
  BaseVehicle: 'Vehicle',
  Make: 'Make',
  Model: 'Model',
  SubModel: 'Submodel',
  EngineBase: 'Engine',
  EngineBlock: 'Engine block',
  EngineBoreStroke: 'Bore and stroke',
  EngineDesignation: 'Engine designation',
  EngineVIN: 'Engine code in the VIN',
  EngineVersion: 'Engine version',
  Mfr: 'Manufacturer',
  PowerOutput: 'Power',
  Valves: 'Valves',
  FuelDeliveryType: 'Fuel delivery',
  FuelDeliverySubType: 'Fuel delivery detail',
  FuelSystemControlType: 'Fuel system control',
  FuelSystemDesign: 'Fuel system design',
  Aspiration: 'Aspiration',
  CylinderHeadType: 'Cylinder head',
  FuelType: 'Fuel',
  IgnitionSystemType: 'Ignition',
  TransmissionMfrCode: 'Transmission code',
  TransmissionBase: 'Transmission',
  TransmissionType: 'Transmission type',
  TransmissionControlType: 'Transmission control',
  TransmissionNumSpeeds: 'Number of speeds',
  ElecControlled: 'Electronic control',
  MfrBodyCode: 'Body code',
  BodyNumDoors: 'Doors',
  BodyType: 'Body',
  BedLength: 'Bed length',
  BedType: 'Bed',
  WheelBase: 'Wheelbase',
  BrakeSystem: 'Brake system',
  BrakeType: 'Brakes',
  BrakeABS: 'ABS',
  SpringType: 'Springs',
  SteeringSystem: 'Steering system',
  SteeringType: 'Steering',
  DriveType: 'Drive',
  Region: 'Region',
  VehicleType: 'Vehicle type',
  Position: 'Position',
  Part: 'Part type',
  Qualifier: 'Qualifier',
  Brand: 'Brand',
} as const;

export type ReferenceKind = keyof typeof referenceKinds;

export function isReferenceKind(text: string): text is ReferenceKind {
  return Object.hasOwn(referenceKinds, text);
}

/** Maximum of characters of an id. Those of the databases have at most eight. */
export const MAX_CODE = 40;

/** Pieces of a base vehicle's name: '2008|Honda|Civic'. */
const vehiclePieces = { year: 0, make: 1, model: 2 } as const;

type VehiclePiece = keyof typeof vehiclePieces;

/** Writes a reference into a cell. `piece` is a part of a base vehicle. Returns '' if the code can't be an id. */
export function writeReference(kind: ReferenceKind, code: string, piece?: VehiclePiece): string {
  if (!/^[\w.-]{1,40}$/.test(code)) return '';
  return `{${kind}${piece ? `:${piece}` : ''} ${code}}`;
}

const PATTERN = /\{([A-Z][A-Za-z]+)(?::(year|make|model))? ([\w.-]{1,40})\}/g;

/** Lists the references in a cell. */
export function readReferences(cell: string): Reference[] {
  if (!cell.includes('{')) return [];
  return [...cell.matchAll(PATTERN)].flatMap(([, kind = '', , code = '']) =>
    isReferenceKind(kind) ? [{ kind, code }] : [],
  );
}

export function keyOf({ kind, code }: Reference): string {
  return `${kind} ${code}`;
}

/** Replaces the references in a cell by their names. Names the references that have none, once each. */
export function nameReferences(
  cell: string,
  names: ReadonlyMap<string, string>,
): { text: string; unnamed: Reference[] } {
  if (!cell.includes('{')) return { text: cell, unnamed: [] };
  const unnamed = new Map<string, Reference>();
  const text = cell.replaceAll(
    PATTERN,
    (whole, kind: string, piece: VehiclePiece | undefined, code: string) => {
      if (!isReferenceKind(kind)) return whole;
      const name = names.get(`${kind} ${code}`);
      if (name === undefined) {
        unnamed.set(`${kind} ${code}`, { kind, code });
        return '';
      }
      return piece === undefined ? name.replaceAll('|', ' ') : (name.split('|')[vehiclePieces[piece]] ?? '');
    },
  );
  return { text, unnamed: [...unnamed.values()] };
}

/**
 * Reads a base vehicle that a person has typed, '2008 Honda Civic' or '2008 | Land Rover | LR3', into '2008|Honda|Civic'.
 * @param makes those of the catalog. Another make is the first word.
 */
export function readVehicleName(typed: string, makes: readonly string[]): string | undefined {
  const text = typed.replaceAll(/\s+/g, ' ').trim();
  const [, year, rest = ''] = /^(\d{4})[ |,]+(.+)$/.exec(text) ?? [];
  if (!year) return undefined;
  const known = makes
    .filter((make) => rest.toLowerCase().startsWith(`${make.toLowerCase()} `))
    .reduce((best, make) => (make.length > best.length ? make : best), '');
  const [make = '', ...model] = (
    /[|,]/.test(rest) ? rest.split(/[|,]/) : known ? [known, rest.slice(known.length)] : rest.split(' ')
  ).map((piece) => piece.trim());
  const name = model.filter(Boolean).join(' ');
  return make && name ? `${year}|${make}|${name}` : undefined;
}

/** Shows the references in a cell to people: '{Make 59}' as 'Make 59'. */
export function showReferences(cell: string): string {
  return cell.replaceAll(PATTERN, (whole, kind: string, _piece, code: string) =>
    isReferenceKind(kind) ? describeReference({ kind, code }) : whole,
  );
}

/** Describes a reference for people. Example: 'Vehicle 1001'. */
export function describeReference({ kind, code }: Reference): string {
  return `${referenceKinds[kind]} ${code}`;
}
