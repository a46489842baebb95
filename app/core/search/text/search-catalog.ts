import type { OwnGeneration } from '#core/settings/fitment-settings.ts';
import { conditionKind } from '#core/catalog/condition-kind.ts';
import { type Generation, readGenerations } from './generations.ts';
import { ambiguousModels, vehicleNicknames } from './vehicle-nicknames.ts';
import { wordKey } from './word-forms.ts';

/** Names in the catalog that a query can have. */
export interface CatalogNames {
  models: readonly { make: string; model: string }[];
  makes: readonly string[];
  brands: readonly string[];
  conditions: readonly string[];
  /** Words of part names, spelled by wordKey. */
  nameWords: ReadonlySet<string>;
  /** The owner's names of generations, beside those that the shop knows. */
  generations?: readonly OwnGeneration[];
}

export interface NamedModel {
  make: string;
  model: string;
}

export interface SearchCatalog extends CatalogNames {
  /** wordKey -> make. */
  makesByKey: ReadonlyMap<string, string>;
  modelsByKey: ReadonlyMap<string, readonly NamedModel[]>;
  conditionsByKey: ReadonlyMap<string, readonly string[]>;
  /** Name of a generation (generationName) -> the models' generations with it. */
  generationsByName: ReadonlyMap<string, readonly Generation[]>;
  /** Tells whether a model counts only next to a make or a year. */
  isAmbiguous: (key: string) => boolean;
}

/** Indexes the names and nicknames of a catalog by the words that people type. */
export function createSearchCatalog(names: CatalogNames): SearchCatalog {
  const makesByKey = new Map(names.makes.map((make) => [wordKey(make), make]));
  const modelsByKey = new Map<string, NamedModel[]>();
  const partial = new Map<string, NamedModel[]>();
  const add = (to: Map<string, NamedModel[]>, key: string, named: NamedModel) => {
    if (key !== '') to.set(key, [...(to.get(key) ?? []), named]);
  };
  for (const named of names.models) {
    const words = named.model.split(/\s+/);
    add(modelsByKey, wordKey(named.model), named);
    for (let count = 1; count < words.length; count += 1) {
      const key = wordKey(words.slice(0, count).join(' '));
      // 'Silverado' is the Silverado 1500 and the 2500. 'The 3' is no 3 Series.
      if (key.length > 3) add(partial, key, named);
    }
  }
  // Ram 1500 is a model of Dodge, and 1500 one of Ram.
  for (const named of names.models) {
    const key = wordKey(`${named.make} ${named.model}`);
    if (modelsByKey.has(key)) add(modelsByKey, key, named);
  }
  for (const [key, named] of partial) {
    if (!modelsByKey.has(key) && !makesByKey.has(key)) modelsByKey.set(key, named);
  }
  for (const line of vehicleNicknames) {
    const [typed = '', name = ''] = line.split(' = ');
    const make = makesByKey.get(wordKey(name));
    const models = modelsByKey.get(wordKey(name));
    for (const key of typed.split(', ').map(wordKey)) {
      if (make !== undefined && !makesByKey.has(key)) makesByKey.set(key, make);
      if (models && !modelsByKey.has(key)) modelsByKey.set(key, models);
    }
  }
  return {
    ...names,
    makesByKey,
    modelsByKey,
    conditionsByKey: conditionNames(names.conditions),
    generationsByName: readGenerations(names.models, names.generations),
    isAmbiguous: (key) => /^(\d+|\D{1,2})$/.test(key) || ambiguousModels.has(key),
  };
}

function conditionNames(conditions: readonly string[]): Map<string, string[]> {
  const byKey = new Map(conditions.map((name) => [wordKey(name), [name]]));
  const inStock = conditions.filter((name) => wordKey(name) !== 'outofstock');
  const ofKind = (kind: string) => inStock.filter((name) => conditionKind(name) === kind);
  for (const [words, names] of [
    [['used', 'secondhand', '2ndhand', 'preowned'], ofKind('used')],
    [['brandnew'], ofKind('new')],
    [['refurbished', 'rebuilt', 'reman', 'remanufactured', 'refurb'], ofKind('refurbished')],
  ] as const) {
    if (names.length > 0) for (const word of words) if (!byKey.has(word)) byKey.set(word, names);
  }
  return byKey;
}
