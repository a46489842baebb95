import { childOf, textOf, type XmlElement } from './xml-elements.ts';
import type { LeftOut } from './left-out.ts';
import { acesAttributes } from './aces-attributes.ts';
import { type ReferenceKind, writeReference } from './references.ts';

/** Columns of the lines of an ACES file. Each line adds a vehicle to a part (line-columns.ts). */
export const acesHeader = [
  'oem_number',
  'brand',
  'fit_years',
  'fit_make',
  'fit_model',
  'fit_engine',
  'fit_trim',
  'fit_position',
  'fit_note',
  'fit_action',
  'not_imported',
] as const;

type AcesColumn = (typeof acesHeader)[number];

/** Elements of an application that other functions read, or that don't say which vehicles it is for. */
const others: ReadonlySet<string> = new Set(
  `BaseVehicle Years Make Model SubModel EngineBase EngineBlock EngineDesignation Position Qual Note MfrLabel Qty
   Part PartNumber PartType PartTerminology EquipmentBase EquipmentModel Mfr ProductionYears DisplayOrder`.split(
    /\s+/,
  ),
);

/** Elements whose only content is an id, besides `acesAttributes`. */
const references: ReadonlySet<string> = new Set(
  'BaseVehicle Make Model SubModel EngineBase EngineBlock EngineDesignation Position'.split(' '),
);

const pictures: ReadonlySet<string> = new Set([
  'AssetName',
  'AssetItemOrder',
  'AssetItemRef',
  'DiagramAsset',
  'NonDiagramAssets',
]);

/**
 * Reads an application of an ACES file (4 or 5) into the cells of a line. What the shop can't keep is counted.
 * @param brand the id of the file's brand.
 */
export function readAcesApp(app: XmlElement, brand: string, leftOut: LeftOut): string[] {
  const part = childOf(app, 'Part') ?? childOf(app, 'PartNumber');
  const own = part?.attributes ?? {};
  const brandId = own['SubBrandAAIAID'] || own['SubBrandID'] || own['BrandAAIAID'] || own['BrandID'] || brand;
  const { years, make, model } = readVehicle(app);
  const cells: Record<AcesColumn, string> = {
    oem_number: textOf(part).replaceAll(/\s+/g, ' '),
    brand: writeReference('Brand', brandId),
    fit_years: years,
    fit_make: make,
    fit_model: model,
    fit_engine: readEngine(app),
    fit_trim: referenceOf(app, 'SubModel'),
    fit_position: referenceOf(app, 'Position'),
    fit_note: readNote(app, leftOut),
    fit_action: app.attributes['action'] ?? '',
    not_imported: findReason(app, textOf(part)),
  };
  leftOut.add(
    'Pictures and diagrams of vehicles',
    Number(app.children.some(({ name }) => pictures.has(name))),
  );
  return acesHeader.map((column) => cells[column]);
}

function findReason(app: XmlElement, number: string): string {
  const has = (name: string) => childOf(app, name) !== undefined;
  if (has('EquipmentBase') || has('EquipmentModel'))
    return 'This is an application for equipment. The shop lists road vehicles only';
  if (number === '') return 'The application has no part number';
  if (!has('BaseVehicle') && !has('Model'))
    return 'The application names no model. It is for all vehicles of a make or type';
  const unknown = app.children.find(
    ({ name }) => !others.has(name) && !pictures.has(name) && !Object.hasOwn(acesAttributes, name),
  );
  // Without them, the part would be listed for more vehicles than it fits.
  if (unknown) return `The application depends on ${unknown.name.slice(0, 60)}, which the shop can't read`;
  const nameless = app.children.find((child) => isNameless(child));
  return nameless ? `The application's ${nameless.name} has no id that the shop can read` : '';
}

/** Tells whether an element that limits the application says nothing. */
function isNameless(child: XmlElement): boolean {
  if (child.name === 'Qual') return readQualifier(child) === '';
  const hasId = references.has(child.name) || Object.hasOwn(acesAttributes, child.name);
  return hasId && writeReference('Make', child.attributes['id'] ?? '') === '';
}

function referenceOf(app: XmlElement, name: string, kind = name as ReferenceKind): string {
  return writeReference(kind, childOf(app, name)?.attributes['id'] ?? '');
}

function readVehicle(app: XmlElement): { years: string; make: string; model: string } {
  const base = childOf(app, 'BaseVehicle')?.attributes['id'];
  if (base !== undefined) {
    return {
      years: writeReference('BaseVehicle', base, 'year'),
      make: writeReference('BaseVehicle', base, 'make'),
      model: writeReference('BaseVehicle', base, 'model'),
    };
  }
  const { from = '', to = '' } = childOf(app, 'Years')?.attributes ?? {};
  return {
    years: from === to || to === '' ? from : `${from}-${to}`,
    make: referenceOf(app, 'Make'),
    model: referenceOf(app, 'Model'),
  };
}

/** The engine's size says what its block says, so one of both is enough. */
function readEngine(app: XmlElement): string {
  const size = referenceOf(app, 'EngineBase') || referenceOf(app, 'EngineBlock');
  return [size, referenceOf(app, 'EngineDesignation')].filter(Boolean).join(' ');
}

/** Joins what else the application depends on: a vehicle with another value doesn't fit. */
function readNote(app: XmlElement, leftOut: LeftOut): string {
  const pieces = app.children.flatMap((child): string[] => {
    const attribute = Object.hasOwn(acesAttributes, child.name) ? acesAttributes[child.name] : undefined;
    if (attribute) {
      const reference = writeReference(attribute.kind, child.attributes['id'] ?? '');
      return [attribute.words.replace('*', () => reference)];
    }
    switch (child.name) {
      case 'Qual':
        return [readQualifier(child)];
      case 'Note':
      case 'MfrLabel':
        leftOut.add('Notes in other languages', Number(!isEnglish(child)));
        return isEnglish(child) ? [textOf(child)] : [];
      case 'Qty':
        return Number(textOf(child)) > 1 ? [`${Number(textOf(child))} per vehicle`] : [];
      default:
        return [];
    }
  });
  return [...new Set(pieces.map((piece) => piece.replaceAll(/\s+/g, ' ').trim()).filter(Boolean))].join('; ');
}

function isEnglish({ attributes }: XmlElement): boolean {
  return (attributes['lang'] ?? 'en').toLowerCase() === 'en';
}

/** The standard asks for the text of a qualifier besides its id. Without it, the name of the id is used. */
function readQualifier(qualifier: XmlElement): string {
  return textOf(qualifier, 'text') || writeReference('Qualifier', qualifier.attributes['id'] ?? '');
}
