import type { ReferenceKind } from './references.ts';

/** A table of the association's databases whose rows name ids. */
export interface DatabaseTable {
  kind: ReferenceKind;
  /** Names of the table's files, in lower case and without signs: the newest first. */
  files: readonly string[];
  /** Columns in their order, for files without a line of names. Spelled as the documentation does; case does not matter. */
  columns: readonly string[];
  /** Column of the id. */
  id: string;
  /** Columns of the name, joined by `write`. */
  name: readonly string[];
  /** Writes the name. Without it, the values are joined with spaces. '' means that the row names nothing. */
  write?: (values: readonly string[], look: Lookup) => string;
}

/** Finds the name of an id in a table that was read before. */
export type Lookup = (kind: ReferenceKind, code: string) => string | undefined;

/** Makes a table whose rows have an id and a name. */
function simple(kind: ReferenceKind, { file = kind as string, name = `${kind}Name` } = {}): DatabaseTable {
  const id = `${file}ID`;
  return { kind, files: [file.toLowerCase()], columns: [id, name], id, name: [name] };
}

/** '-' and zero stand for 'not known' in the databases. */
function isKnown(value: string): boolean {
  return value !== '' && !/^(-|n\/[ar]|0|0\.0)$/i.test(value);
}

/** Writes an engine as the shop compares it: '1.8L L4'. */
function writeEngine([liter = '', cylinders = '', block = '', cc = '']: readonly string[]): string {
  const size = isKnown(liter) ? `${liter}L` : isKnown(cc) ? `${cc}cc` : '';
  const shape = isKnown(cylinders) ? `${isKnown(block) ? block : ''}${cylinders}` : '';
  return [size, /^\d+$/.test(shape) ? `${shape} cyl` : shape].filter(Boolean).join(' ');
}

const engineBlock = ['Liter', 'Cylinders', 'BlockType', 'CC'] as const;

/**
 * Tables by the order in which they are read: a table that needs the names of another follows it. docs/aces-and-pies.md lists them.
 * The databases have many more tables, which the shop doesn't need.
 */
export const databaseTables: readonly DatabaseTable[] = [
  simple('Make'),
  { ...simple('Model'), columns: ['ModelID', 'ModelName', 'VehicleTypeID'] },
  {
    kind: 'BaseVehicle',
    files: ['basevehicle'],
    columns: ['BaseVehicleID', 'YearID', 'MakeID', 'ModelID'],
    id: 'BaseVehicleID',
    name: ['YearID', 'MakeID', 'ModelID'],
    write([year = '', make = '', model = ''], look) {
      const names = [year, look('Make', make), look('Model', model)];
      return names.every(Boolean) ? names.map((name) => name?.replaceAll('|', ' ')).join('|') : '';
    },
  },
  simple('SubModel', { file: 'SubModel', name: 'SubModelName' }),
  {
    kind: 'EngineBlock',
    files: ['engineblock'],
    columns: ['EngineBlockID', 'Liter', 'CC', 'CID', 'Cylinders', 'BlockType'],
    id: 'EngineBlockID',
    name: engineBlock,
    write: writeEngine,
  },
  {
    kind: 'EngineBoreStroke',
    files: ['engineborestroke'],
    columns: ['EngineBoreStrokeID', 'EngBoreIn', 'EngBoreMetric', 'EngStrokeIn', 'EngStrokeMetric'],
    id: 'EngineBoreStrokeID',
    name: ['EngBoreIn', 'EngStrokeIn'],
    write: ([bore = '', stroke = '']) => (isKnown(bore) && isKnown(stroke) ? `${bore} x ${stroke} in` : ''),
  },
  {
    kind: 'EngineBase',
    files: ['enginebase2'],
    columns: ['EngineBaseID', 'EngineBlockID', 'EngineBoreStrokeID'],
    id: 'EngineBaseID',
    name: ['EngineBlockID'],
    write: ([block = ''], look) => look('EngineBlock', block) ?? '',
  },
  {
    kind: 'EngineBase',
    files: ['enginebase'],
    columns: ['EngineBaseID', 'Liter', 'CC', 'CID', 'Cylinders', 'BlockType'],
    id: 'EngineBaseID',
    name: engineBlock,
    write: writeEngine,
  },
  simple('EngineDesignation'),
  simple('EngineVIN'),
  simple('EngineVersion', { name: 'EngineVersion' }),
  simple('Mfr'),
  {
    ...simple('PowerOutput', { name: 'HorsePower' }),
    columns: ['PowerOutputID', 'HorsePower', 'KilowattPower'],
  },
  simple('Valves', { name: 'ValvesPerEngine' }),
  simple('FuelDeliveryType'),
  simple('FuelDeliverySubType'),
  simple('FuelSystemControlType'),
  simple('FuelSystemDesign'),
  simple('Aspiration'),
  simple('CylinderHeadType'),
  simple('FuelType'),
  simple('IgnitionSystemType'),
  simple('TransmissionMfrCode', { name: 'TransmissionMfrCode' }),
  simple('TransmissionType'),
  simple('TransmissionControlType'),
  simple('TransmissionNumSpeeds', { name: 'TransmissionNumSpeeds' }),
  {
    kind: 'TransmissionBase',
    files: ['transmissionbase'],
    columns: [
      'TransmissionBaseID',
      'TransmissionTypeID',
      'TransmissionNumSpeedsID',
      'TransmissionControlTypeID',
    ],
    id: 'TransmissionBaseID',
    name: ['TransmissionTypeID', 'TransmissionNumSpeedsID', 'TransmissionControlTypeID'],
    write([type = '', speeds = '', control = ''], look) {
      const count = look('TransmissionNumSpeeds', speeds) ?? '';
      return [
        isKnown(count) ? `${count} speed` : '',
        look('TransmissionControlType', control),
        look('TransmissionType', type),
      ]
        .filter(Boolean)
        .join(' ');
    },
  },
  simple('ElecControlled', { name: 'ElecControlled' }),
  simple('MfrBodyCode'),
  simple('BodyNumDoors', { name: 'BodyNumDoors' }),
  simple('BodyType'),
  simple('BedLength', { name: 'BedLength' }),
  simple('BedType'),
  simple('WheelBase', { name: 'WheelBase' }),
  simple('BrakeSystem'),
  simple('BrakeType'),
  simple('BrakeABS'),
  simple('SpringType'),
  simple('SteeringSystem'),
  simple('SteeringType'),
  simple('DriveType'),
  { ...simple('Region'), columns: ['RegionID', 'ParentID', 'RegionAbbr', 'RegionName'] },
  simple('VehicleType'),
  {
    kind: 'Part',
    files: ['parts', 'partterminology'],
    columns: ['PartTerminologyID', 'PartTerminologyName'],
    id: 'PartTerminologyID',
    name: ['PartTerminologyName'],
  },
  {
    kind: 'Position',
    files: ['positions', 'position'],
    columns: ['PositionID', 'Position'],
    id: 'PositionID',
    name: ['Position'],
  },
  {
    kind: 'Qualifier',
    files: ['qualifier', 'qualifiers'],
    columns: ['QualifierID', 'QualifierText'],
    id: 'QualifierID',
    name: ['QualifierText'],
    write: ([text = '']) => text.replaceAll(/<p\d[^<>]*>/g, '…'),
  },
  {
    kind: 'Brand',
    files: ['brand', 'brands', 'brandtable', 'brandtableactive', 'autocarebrandtable'],
    columns: ['ParentID', 'ParentName', 'BrandID', 'BrandName', 'SubBrandID', 'SubBrandName'],
    id: 'BrandID',
    name: ['BrandName'],
  },
  {
    kind: 'Brand',
    files: ['brand', 'brands', 'brandtable', 'brandtableactive', 'autocarebrandtable'],
    columns: ['ParentID', 'ParentName', 'BrandID', 'BrandName', 'SubBrandID', 'SubBrandName'],
    id: 'SubBrandID',
    name: ['SubBrandName'],
  },
];

/** Other spellings of columns in deliveries, in lower case. */
export const columnSpellings: Readonly<Record<string, readonly string[]>> = {
  brandid: ['brandaaiaid', 'brandcode', 'aaiabrandid'],
  brandname: ['brandlabel', 'brandowner'],
  subbrandid: ['subbrandaaiaid', 'subbrandcode'],
  position: ['positionname'],
};

/** Finds the tables of a file in a delivery. Its name may have a folder, a date and an extension: '2026/BaseVehicle_20260130.txt'. */
export function tablesOf(path: string): DatabaseTable[] {
  const base = (path.split(/[/\\]/).at(-1) ?? '').replace(/\.(txt|csv|dat|asc)$/i, '');
  const name = base
    .toLowerCase()
    .replaceAll(/^(vcdb|pcdb|qdb)?[\d_ .-]*|[_ .-]*\d{6,}[\d_ .-]*$/g, '')
    .replaceAll(/[^a-z\d]/g, '');
  return databaseTables.filter(({ files }) => files.includes(name));
}
