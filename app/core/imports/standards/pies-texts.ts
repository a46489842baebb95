import { listOf, textOf, type XmlElement } from './xml-elements.ts';
import type { LeftOut } from './left-out.ts';
import { writeReference } from './references.ts';

/** Codes of descriptions that can be the part's name, the best first. */
export const nameCodes = ['TLE', 'DES', 'SHO', 'EXT', 'LON'] as const;

/** Codes of descriptions that can be the part's description, the best first. */
export const descriptionCodes = ['MKT', 'EXT', 'LON', 'DES'] as const;

/** Codes of texts that are lists: each follows the description in a line of its own. */
export const lineCodes = ['FAB'] as const;

const MAX_NAME = 200;
const MAX_DESCRIPTION = 10_000;

/** Reads the texts of an item in English. Interchange numbers end the description, so that searches find the part by them. */
export function readTexts(
  item: XmlElement,
  language: string,
  leftOut: LeftOut,
): { name: string; description: string } {
  const byCode = new Map<string, string[]>();
  for (const entry of listOf(item, 'Descriptions', 'Description')) {
    const {
      MaintenanceType: change,
      DescriptionCode: code = '',
      LanguageCode: own = language,
    } = entry.attributes;
    const text = textOf(entry).replaceAll(/[ \t]+/g, ' ');
    if (text === '') continue;
    if (change === 'D') leftOut.add('Deleted values');
    else if (own.toUpperCase() === 'EN') byCode.set(code, [...(byCode.get(code) ?? []), text]);
    else leftOut.add('Descriptions in other languages');
  }
  const first = (codes: readonly string[], isFit: (text: string) => boolean) =>
    codes.flatMap((code) => byCode.get(code)?.slice(0, 1) ?? []).find(isFit);
  const name = first(nameCodes, (text) => text.length <= MAX_NAME) ?? '';
  const main = first(descriptionCodes, (text) => text !== name);
  const lines = lineCodes.flatMap((code) => byCode.get(code) ?? []);
  const used = new Set([name, main, ...lines]);
  leftOut.add('Other descriptions', [...byCode.values()].flat().filter((text) => !used.has(text)).length);
  const texts = [...(main === undefined ? [] : [main]), ...lines];
  return {
    name: name.replaceAll(/\s+/g, ' '),
    description: writeDescription(texts, readInterchange(item, leftOut), leftOut),
  };
}

function writeDescription(texts: readonly string[], numbers: readonly string[], leftOut: LeftOut): string {
  let description = '';
  for (const text of texts) {
    const next = description === '' ? text : `${description}\n${text}`;
    if (next.length > MAX_DESCRIPTION) leftOut.add('Texts beyond 10,000 characters');
    else description = next;
  }
  let list = '';
  for (const number of numbers) {
    const next = list === '' ? `Interchange: ${number}` : `${list}, ${number}`;
    if (description.length + 1 + next.length > MAX_DESCRIPTION)
      leftOut.add('Interchange numbers beyond 10,000 characters');
    else list = next;
  }
  return [description, list].filter(Boolean).join('\n');
}

/** Lists the numbers of other brands that the part replaces: 'Acme 123'. */
function readInterchange(item: XmlElement, leftOut: LeftOut): string[] {
  const numbers = listOf(item, 'PartInterchangeInfo', 'PartInterchange').flatMap((entry) => {
    const { MaintenanceType: change, BrandLabel = '', BrandAAIAID = '', BrandID = '' } = entry.attributes;
    const label = BrandLabel.trim() || writeReference('Brand', BrandAAIAID || BrandID);
    const own = entry.children.filter(({ name }) => name === 'PartNumber');
    if (change === 'D') leftOut.add('Deleted values', own.length);
    return change === 'D' ? [] : own.map((number) => `${label} ${textOf(number)}`.trim());
  });
  return [...new Set(numbers.filter(Boolean))];
}
