import { vehicleNicknames } from '#core/search/text/vehicle-nicknames.ts';
import { wordKey } from '#core/search/text/word-forms.ts';
import { vehicleModels } from './vehicle-models.ts';

/** A make or model that a text begins with. */
interface Found {
  name: string;
  /** Words that name it. */
  words: number;
}

export interface VehicleNames {
  findMake: (words: readonly string[]) => Found | undefined;
  findModel: (make: string, words: readonly string[]) => Found | undefined;
}

const MAX_WORDS = 4;

/** Words for makes that files use and shoppers do not, so that the search leaves them out. */
const moreAliases: readonly (readonly [string, string])[] = [
  ['mercedes benz', 'Mercedes-Benz'],
  ['mbz', 'Mercedes-Benz'],
  ['chevrolet truck', 'Chevrolet'],
  ['chev', 'Chevrolet'],
  ['dodge truck', 'Dodge'],
  ['ford truck', 'Ford'],
  ['alfa', 'Alfa Romeo'],
  ['gm', 'GMC'],
];

/** Words with another meaning in the name of a part, and words that name several makes. */
const notMakes = new Set(['mb', 'merc', 'gm', 'cadi']);

/** Indexes makes and models by their words. The catalog's own spelling wins. @param catalog makes of the catalog. */
export function createVehicleNames(catalog: readonly string[]): VehicleNames {
  const makes = new Map<string, string>();
  const models = new Map<string, Map<string, string>>();
  for (const line of vehicleModels) {
    const [make = '', list = ''] = line.split(/: ?/, 2);
    makes.set(wordKey(make), make);
    models.set(make, new Map(list.split(', ').map((model) => [wordKey(model), model])));
  }
  const known = new Set(makes.values());
  const aliases = vehicleNicknames.flatMap((line) => {
    const [typed = '', name = ''] = line.split(' = ');
    return known.has(name) ? typed.split(', ').map((word) => [word, name] as const) : [];
  });
  for (const [word, name] of [...aliases, ...moreAliases])
    if (!notMakes.has(word) && !makes.has(wordKey(word))) makes.set(wordKey(word), name);
  for (const make of catalog) if (make.trim() !== '') makes.set(wordKey(make), make);
  const find = (names: ReadonlyMap<string, string> | undefined, words: readonly string[]) => {
    for (let count = Math.min(MAX_WORDS, words.length); count > 0; count -= 1) {
      const name = names?.get(wordKey(words.slice(0, count).join(' ')));
      if (name !== undefined) return { name, words: count };
    }
    return undefined;
  };
  const canonical = new Map([...models.keys()].map((make) => [makes.get(wordKey(make)) ?? make, make]));
  return {
    findMake: (words) => find(makes, words),
    findModel: (make, words) => find(models.get(canonical.get(make) ?? make), words),
  };
}

/** Spells a make as the catalog, or as its maker does: 'CHEVY' is Chevrolet. Returns unknown ones unchanged. */
export function spellMake(names: VehicleNames, text: string): string {
  const words = text.trim().split(/\s+/);
  const found = names.findMake(words);
  return found && found.words === words.length ? found.name : text;
}
