import { dollarsFromCents } from '#core/values/money.ts';
import { describeCondition, findOfferKind } from '#core/catalog/origin.ts';
import { canBeBought, partDescription } from '#core/catalog/part.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import { type ListedPart, listPictures, plain, toHtml } from './listed-part.ts';

/** Holds what all listings of a file have in common. */
export interface EbayTerms {
  /** eBay's number of the category. */
  categoryId: string;
  /** Place of the parts. Example: 'San Diego, CA' and '92101'. */
  location: { place: string; zip: string };
  /** Names of the seller's business policies at eBay. Empty means the defaults set there. */
  policies: { shipping: string; returns: string; payment: string };
  siteUrl: string;
}

/** eBay's limits. */
const MAX_LENGTHS = { title: 80, specific: 65, conditionDescription: 1_000 };
const MAX_PICTURES = 24;
const MAX_COMPATIBILITIES = 3_000;

const conditionIds = { new: '1000', refurbished: '2500', used: '3000' } as const;

/** Columns of Seller Hub Reports, in the order of the file (docs/part-files.md). */
export const ebayColumns = [
  'Action(SiteID=eBayMotors|Country=US|Currency=USD|Version=1193|CC=UTF-8)',
  'CustomLabel',
  'Category',
  'Title',
  'Relationship',
  'RelationshipDetails',
  'ConditionID',
  'ConditionDescription',
  'C:Brand',
  'C:Manufacturer Part Number',
  'C:Superseded Part Number',
  'Description',
  'PicURL',
  'Quantity',
  'StartPrice',
  'Format',
  'Duration',
  'Location',
  'PostalCode',
  'ShippingProfileName',
  'ReturnProfileName',
  'PaymentProfileName',
] as const;

/**
 * Returns the rows of a part: its listing, and one for each model and year that it fits. Returns none if the part lacks a
 * price, a unit that can be bought, or a picture, which eBay requires.
 */
export function ebayRows(part: ListedPart, terms: EbayTerms): string[][] {
  const pictures = findPictures(part, terms.siteUrl);
  if (!canBeBought(part) || pictures.length === 0) return [];
  const kind = findOfferKind(part);
  const number = part.numberType === null || part.numberType === 'oem' ? part.oemNumber : null;
  const listing: Cells = {
    [ACTION]: 'Add',
    CustomLabel: part.stockNumber ?? part.id,
    Category: terms.categoryId,
    Title: nameListing(part),
    ConditionID: conditionIds[kind],
    ConditionDescription: kind === 'new' ? '' : describeState(part),
    'C:Brand': shorten(part.brand ?? '', MAX_LENGTHS.specific) || 'Unbranded',
    'C:Manufacturer Part Number': shorten(number ?? '', MAX_LENGTHS.specific) || 'Does Not Apply',
    'C:Superseded Part Number': part.supersededNumbers?.split(', ').join('|') ?? '',
    Description: toHtml(partDescription(part)),
    PicURL: pictures.join('|'),
    Quantity: String(part.stock),
    StartPrice: dollarsFromCents(part.priceCents ?? 0),
    Format: 'FixedPrice',
    Duration: 'GTC',
    Location: terms.location.place,
    PostalCode: terms.location.zip,
    ShippingProfileName: terms.policies.shipping,
    ReturnProfileName: terms.policies.returns,
    PaymentProfileName: terms.policies.payment,
  };
  const compatibilities = listCompatibilities(part).map((details): Cells => ({
    Relationship: 'Compatibility',
    RelationshipDetails: details,
  }));
  return [listing, ...compatibilities].map((cells) =>
    ebayColumns.map((column) => plain(cells[column] ?? '')),
  );
}

type Cells = Partial<Record<(typeof ebayColumns)[number], string>>;

const ACTION = ebayColumns[0];

function nameListing(part: ListedPart): string {
  const vehicle = vehicleName(part);
  return shorten(`${part.name}${vehicle && ` for ${vehicle}`} ${part.oemNumber ?? ''}`, MAX_LENGTHS.title);
}

/** Keeps whole words, if one fits. */
function shorten(text: string, maxLength: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= maxLength) return line;
  const words = line.slice(0, maxLength + 1).replace(/\s\S*$/, '');
  return words.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '');
}

/** Describes what a buyer must know of a part that is not new. */
function describeState(part: ListedPart): string {
  const { grade, gradeReason, mileage, testedHow } = part;
  const facts = [
    describeCondition(part),
    grade && `Grade ${grade}`,
    gradeReason,
    mileage !== null && `${mileage.toLocaleString('en-US')} miles`,
    testedHow && `Tested: ${testedHow}`,
    part.needsProgramming && 'Needs programming',
    part.coreChargeCents && `Core charge of $${dollarsFromCents(part.coreChargeCents)} applies in our shop`,
  ];
  return shorten(facts.filter(Boolean).join('. '), MAX_LENGTHS.conditionDescription);
}

function findPictures(part: ListedPart, siteUrl: string): string[] {
  return listPictures(part, siteUrl)
    .slice(0, MAX_PICTURES)
    .map((url) => url.replaceAll('|', '%7C'));
}

/** Example: 'Year=2008|Make=Honda|Model=Civic|Notes=1.8L, Front'. Engines and trims are notes: eBay has its own names. */
function listCompatibilities(part: ListedPart): string[] {
  const { make, model, year } = part;
  const own: Compatibility[] = make && model && year ? [{ year, make, model, notes: [] }] : [];
  const others = part.fitments.flatMap(
    ({ fromYear, toYear, make: other, model: named, engine, trim, position, note }): Compatibility[] =>
      Array.from({ length: toYear - fromYear + 1 }, (_, index) => ({
        year: fromYear + index,
        make: other,
        model: named,
        notes: [engine, trim, position, note],
      })),
  );
  return [...new Set([...own, ...others].map(writeCompatibility))].slice(0, MAX_COMPATIBILITIES);
}

interface Compatibility {
  year: number;
  make: string;
  model: string;
  notes: (string | null)[];
}

function writeCompatibility({ year, make, model, notes }: Compatibility): string {
  const clean = (text: string) => text.replaceAll(/[|=\s]+/g, ' ').trim();
  const note = clean(notes.filter(Boolean).join(', '));
  return `Year=${year}|Make=${clean(make)}|Model=${clean(model)}${note && `|Notes=${note}`}`;
}
