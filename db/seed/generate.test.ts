import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { parseDamage } from '#core/catalog/damage.ts';
import { findGradeRule } from '#core/catalog/grade.ts';
import { findOrigin } from '#core/catalog/origin.ts';
import { findPartTerms } from '#core/settings/part-terms.ts';
import { drawPart } from '#core/pictures/draw-part.server.ts';
import { findRestriction } from '#core/pricing/restrict-line.ts';
import { defaultRestricted } from '#core/catalog/restricted/restricted-kinds.ts';
import { defaultShop } from '#core/settings/shop.ts';
import { hasValidCheckDigit } from '#core/vehicles/vin.ts';
import { demoConditions, generateParts, type SeedPart } from './generate.ts';
import { functionCode, type CodedStyle } from './oem-function-codes.ts';
import { categories } from './part-kinds.ts';
import { makes, modelYears } from './vehicles.ts';
import { findingsFor } from './yard-findings.ts';

const catalog = [...generateParts({ count: 20_000 })];

function searchOf(part: SeedPart): string {
  return `${part.vehicle_year} ${modelOf(part)} ${part.category}`;
}

function modelOf(part: SeedPart): string {
  return `${part.vehicle_make} ${part.vehicle_model}`;
}

function countSearches(parts: readonly SeedPart[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const part of parts) counts.set(searchOf(part), (counts.get(searchOf(part)) ?? 0) + 1);
  return counts;
}

function shareOf(fits: (part: SeedPart) => boolean): number {
  return catalog.filter(fits).length / catalog.length;
}

describe('the size of the catalog', () => {
  const counts = [0, 1, 2, 3, 7, 60, 200, 1_999, 2_000, 2_001, 5_000];
  test.each(process.env.TEST_LONG ? [...counts, 61_803] : counts)('%i parts', (count) => {
    const parts = [...generateParts({ count })];
    expect(parts).toHaveLength(count);
    expect(new Set(parts.map((part) => part.id)).size).toBe(count);
    if (count >= 3) expect(Math.min(...countSearches(parts).values())).toBeGreaterThanOrEqual(3);
  });

  test('the same count gives the same parts', () => {
    expect([...generateParts({ count: 3_000 })]).toEqual([...generateParts({ count: 3_000 })]);
  });

  test('a part is the same in every catalog that contains it', () => {
    const byId = new Map(catalog.map((part) => [part.id, part]));
    const shared = [...generateParts({ count: 10_000 })].filter((part) => byId.has(part.id));
    expect(shared.length).toBeGreaterThan(5_000);
    expect(shared).toEqual(shared.map(({ id }) => byId.get(id)));
  });
});

describe('searches find', () => {
  const searches = countSearches(catalog);

  test('many makes and models, and every category', () => {
    expect(new Set(catalog.map((part) => part.vehicle_make)).size).toBeGreaterThanOrEqual(18);
    expect(new Set(catalog.map(modelOf)).size).toBeGreaterThanOrEqual(90);
    expect(new Set(catalog.map((part) => part.category))).toEqual(
      new Set(categories.map(({ name }) => name)),
    );
  });

  test('several years of every model', () => {
    const years = new Map<string, Set<number>>();
    for (const part of catalog) {
      const known = years.get(modelOf(part)) ?? new Set();
      years.set(modelOf(part), known.add(part.vehicle_year));
    }
    expect(Math.min(...[...years.values()].map((known) => known.size))).toBeGreaterThanOrEqual(4);
  });

  test('more than one page of results for many searches', () => {
    expect([...searches.values()].filter((found) => found > 24).length).toBeGreaterThanOrEqual(100);
    for (const search of ['2015 Honda Civic Brakes', '2018 Toyota Camry Brakes', '2016 Ford F-150 Brakes']) {
      expect(searches.get(search), search).toBeGreaterThan(24);
    }
  });

  test.each(['Honda Civic', 'Honda Accord', 'Toyota Camry', 'Toyota Corolla', 'Toyota RAV4', 'Ford F-150'])(
    'most categories for every recent %s',
    (model) => {
      for (let year = 2011; year <= 2025; year++) {
        const found = categories.filter(({ name }) => searches.has(`${year} ${model} ${name}`));
        expect(found.length, `${year}`).toBeGreaterThanOrEqual(12);
      }
    },
  );

  test('parts for common demo searches even in a tiny catalog', () => {
    const tiny = countSearches([...generateParts({ count: 60 })]);
    expect(tiny.has('2015 Honda Civic Brakes')).toBe(true);
  });
});

describe('a part', () => {
  test('is unique', () => {
    const looks = catalog.map((part) =>
      [searchOf(part), part.part_name, part.brand, part.part_type, part.priceCents].join('|'),
    );
    expect(new Set(looks).size).toBe(catalog.length);
  });

  test('fits a vehicle and engine of its year', () => {
    for (const part of catalog) {
      const make = makes.find(({ name }) => name === part.vehicle_make);
      const model = make?.models.find(({ name }) => name === part.vehicle_model);
      const generation = model?.generations.find(
        ({ years: [first, last] }) => first <= part.vehicle_year && part.vehicle_year <= last,
      );
      expect(generation, searchOf(part)).toBeDefined();
      if (part.vehicle_engine !== null) expect(generation?.engines).toContain(part.vehicle_engine);
    }
  });

  test('has a price, except for call-for-price parts', () => {
    const unpriced = catalog.filter((part) => part.priceCents === null);
    expect(unpriced.length / catalog.length).toBeLessThan(0.015);
    for (const part of unpriced) expect(part.description).toMatch(/^Call for price/);
    for (const { priceCents, part_name } of catalog) {
      if (priceCents === null) continue;
      expect(Number.isInteger(priceCents) && priceCents > 0, part_name).toBe(true);
      expect([0, 49, 95, 99]).toContain(priceCents % 100);
    }
  });

  test('often has a stock of 1, sometimes 0', () => {
    expect(shareOf((part) => part.stock_quantity === 0)).toBeCloseTo(0.12, 1);
    expect(shareOf((part) => part.stock_quantity === 1)).toBeGreaterThan(0.3);
    for (const { stock_quantity } of catalog) {
      expect(Number.isInteger(stock_quantity) && stock_quantity >= 0 && stock_quantity <= 25).toBe(true);
    }
  });

  test('has a condition; only sold-out parts are Out of Stock or have none', () => {
    const names = new Set<string | null>(demoConditions.map(({ name }) => name));
    expect(new Set(catalog.map((part) => part.part_type))).toEqual(names.add(null));
    for (const part of catalog) {
      if (part.part_type === null || part.part_type === 'Out of Stock') expect(part.stock_quantity).toBe(0);
    }
  });

  test('has a picture, which is the drawing that its name gets', async () => {
    const slugs = new Set(categories.flatMap(({ kinds }) => kinds.map(({ slug }) => `/parts/${slug}.svg`)));
    expect(new Set(catalog.map((part) => part.image_url))).toEqual(slugs);
    const drawings = new Map(catalog.map(({ part_name: name, image_url: picture }) => [name, picture]));
    for (const [name, picture] of drawings) {
      const [, lines = ''] = (await readFile(`public${picture}`, 'utf8')).split(/(<ellipse[^]*)<\/svg>/);
      expect((await drawPart(name)).includes(lines), `${name} is drawn as ${picture}`).toBe(true);
    }
  });

  test('has a description in a bit more than half of the cases', () => {
    expect(shareOf((part) => part.description !== null)).toBeCloseTo(0.6, 1);
  });

  test('is new if the kind is never sold used', () => {
    const worn = new Set<string | null>(['Excellent', 'Very Good', 'Good', 'Fair', 'Poor']);
    const neverUsed = ['brake-pads', 'spark-plugs', 'oil-filter', 'clutch-kit', 'catalytic-converter'];
    for (const part of catalog) {
      if (part.category !== 'Filters' && !neverUsed.some((slug) => part.image_url.includes(slug))) continue;
      expect(worn.has(part.part_type), part.part_name).toBe(false);
    }
  });
});

test('the law lets the demo shop sell each part', () => {
  const isBlocked = (part: SeedPart) =>
    findRestriction(
      {
        name: part.part_name,
        category: part.category,
        condition: part.part_type,
        origin: part.origin,
        safetyCheck: part.safety_check,
        recallCheckedOn: null,
        donorVinTail: part.donor_vin_tail,
      },
      defaultRestricted,
    )?.refusal;
  expect(catalog.filter(isBlocked).map(({ part_name: name }) => name)).toEqual([]);
  expect(catalog.some((part) => part.safety_check === 'drained')).toBe(true);
  const converters = catalog.filter((part) => part.part_name.includes('Catalytic Converter'));
  expect(
    converters.every((part) => part.origin.startsWith('new') && part.part_name.includes('CARB-Compliant')),
  ).toBe(true);
});

describe('the OEM number', () => {
  const patterns: Record<string, RegExp> = {
    Audi: /^[0-9A-Z]{3} \d{3} \d{3} [A-Z]{1,2}$/,
    BMW: /^\d\d \d\d \d \d{3} \d{3}$/,
    Chevrolet: /^\d{8}$/,
    Dodge: /^\d{8}[A-Z]{2}$/,
    Ford: /^[0-9A-Z]{3}Z-[0-9A-Z]{4,7}-[A-Z]{1,2}$/,
    Honda: /^\d{5}-[0-9A-Z]{3}-A\d{2}$/,
    Hyundai: /^\d{5}-[0-9A-Z]{5}$/,
    Mazda: /^[0-9A-Z]{4}-\d\d-[0-9A-Z]{3,4}$/,
    'Mercedes-Benz': /^A \d{3} \d{3} \d\d \d\d$/,
    Nissan: /^[0-9A-Z]{5}-[0-9A-Z]{5}$/,
    Subaru: /^\d{5}[A-Z]{2}\d{3}$/,
    Toyota: /^\d{5}-[0-9A-Z]{5}$/,
  };

  test('has the format of the maker', () => {
    for (const part of catalog) {
      const pattern = patterns[part.vehicle_make];
      if (pattern && part.oem_number !== null) expect(part.oem_number).toMatch(pattern);
    }
  });

  test('is the same for all years of a generation', () => {
    const frontPads = catalog.filter(
      (part) => modelOf(part) === 'Honda Civic' && part.part_name === 'Front Brake Pads',
    );
    const numbers = (first: number, last: number) =>
      new Set(
        frontPads
          .filter((part) => first <= part.vehicle_year && part.vehicle_year <= last)
          .map((part) => part.oem_number),
      );
    expect(numbers(2012, 2015).size).toBe(1);
    expect(numbers(2016, 2021).size).toBe(1);
    expect(numbers(2012, 2021).size).toBe(2);
  });
});

describe('the vehicles', () => {
  const yearsOf = (makeName: string, modelName: string) =>
    modelYears(
      makes.find(({ name }) => name === makeName)?.models.find(({ name }) => name === modelName) ?? {
        name: modelName,
        popularity: 0,
        drive: 'front',
        generations: [],
      },
    );

  test('cover many makes and models', () => {
    expect(makes.length).toBeGreaterThanOrEqual(18);
    expect(makes.flatMap(({ models }) => models).length).toBeGreaterThanOrEqual(95);
  });

  test('have each year at most once, from 1995 to 2025', () => {
    for (const { models } of makes) {
      for (const model of models) {
        const years = modelYears(model);
        expect(years, model.name).toEqual([...new Set(years)].toSorted((one, other) => one - other));
        expect(years[0]).toBeGreaterThanOrEqual(1995);
        expect(years.at(-1)).toBeLessThanOrEqual(2025);
      }
    }
  });

  test.each([
    ['Hyundai', 'Palisade', 2005, false],
    ['Hyundai', 'Palisade', 2020, true],
    ['Honda', 'Fit', 2014, false],
    ['Chevrolet', 'Camaro', 2005, false],
    ['Ford', 'Ranger', 2015, false],
    ['Ford', 'Ranger', 2019, true],
    ['Dodge', 'Ram 1500', 2011, false],
    ['Ram', '1500', 2011, true],
    ['Ram', '1500', 2010, false],
    ['Jeep', 'Cherokee', 2008, false],
    ['Toyota', 'Prius', 2000, false],
    ['Acura', 'Integra', 2010, false],
  ])('%s %s of %i: %s', (make, model, year, built) => {
    expect(yearsOf(make, model).includes(year)).toBe(built);
  });
});

describe('the kinds of parts', () => {
  const kinds = categories.flatMap((category) => category.kinds);

  test('have a code for every maker that uses codes', () => {
    const styles = new Set(makes.map(({ numberStyle }) => numberStyle));
    const coded = [...styles].filter((style): style is CodedStyle => style !== 'gm' && style !== 'mopar');
    for (const { slug } of kinds) {
      for (const style of coded) expect(functionCode(style, slug, 0)).toMatch(/^[0-9A-Z][0-9A-Z -]+$/);
    }
  });

  test('have findings if they are sold used', () => {
    for (const { slug, usedShare } of kinds) {
      if (usedShare) expect(findingsFor(slug).sound.length).toBeGreaterThan(0);
    }
  });
});

test('the warranty of a part agrees with its description', () => {
  const described = catalog.filter(({ description }) => description?.includes('warranty'));
  expect(described.filter(({ part_type: condition }) => condition === 'New').length).toBeGreaterThan(0);
  for (const part of described) {
    const { warranty } = findPartTerms(
      {
        origin: findOrigin({ origin: part.origin, condition: part.part_type }),
        brand: part.brand,
        make: part.vehicle_make,
        warranty: part.warranty,
      },
      defaultShop,
    );
    expect(part.description).toContain(`${warranty.replace(/ (day|month)s$/, '-$1')} warranty`);
  }
});

test('a remanufactured part names who rebuilt it, and texts name each core charge', () => {
  const rebuilt = catalog.filter((part) => part.origin === 'remanufactured');
  expect(rebuilt.length).toBeGreaterThan(50);
  for (const part of rebuilt) {
    expect([part.rebuilder, part.private]).toEqual([part.brand, null]);
    expect(part.coreCents, part.part_name).toBeGreaterThan(0);
    if (part.description) expect(part.description).toContain(`Remanufactured by ${part.brand}.`);
  }
  for (const part of catalog) {
    if (part.origin !== 'remanufactured') expect(part.rebuilder).toBeNull();
    if (part.description === null) continue;
    expect(part.description.includes('Core charge applies.'), part.part_name).toBe(part.coreCents !== null);
    expect(part.description).not.toMatch(/core (deposit|and delivery)/i);
  }
  expect(catalog.some((part) => part.part_name === 'Battery' && part.coreCents !== null)).toBe(true);
});

test('parts with the same number list the same vehicles', () => {
  const lists = new Map<string, Set<string>>();
  for (const { vehicle_make, oem_number, fitments, fits_only_listed } of catalog) {
    if (oem_number === null) continue;
    const key = `${vehicle_make} ${oem_number}`;
    const list = JSON.stringify([fitments, fits_only_listed]);
    lists.set(key, (lists.get(key) ?? new Set()).add(list));
  }
  const differing = [...lists.values()].filter((list) => list.size > 1).length;
  // Some makers' numbers are short, so that two parts share one by chance.
  expect(differing / lists.size).toBeLessThan(0.02);
});

describe('the facts of a used part', () => {
  const used = catalog.filter((part) => part.origin === 'used');

  test('belong to each of them, with a stock number of its own', () => {
    expect(used.length / catalog.length).toBeGreaterThan(0.2);
    expect(new Set(used.map((part) => part.stock_number)).size).toBe(used.length);
    for (const part of catalog) expect(part.private === null).toBe(part.origin !== 'used');
  });

  test('are those of a single part, and no good grade stands beside heavy wear', () => {
    for (const part of used) {
      expect(part.stock_quantity).toBeLessThanOrEqual(1);
      if (findGradeRule(part.part_name) !== 'mechanical' || part.grade === null) continue;
      if (part.part_type === 'Poor') expect(['C', 'X'], part.part_name).toContain(part.grade);
      if (part.part_type === 'Fair') expect(['B', 'C', 'X'], part.part_name).toContain(part.grade);
    }
  });

  test('agree with the description, and VINs with their check digit', () => {
    for (const part of used) {
      const [, described] = /([\d,]+) miles/.exec(part.description ?? '') ?? [];
      if (described) expect(part.mileage).toBe(Number(described.replaceAll(',', '')));
      expect(hasValidCheckDigit(part.private?.donor_vin ?? '')).toBe(true);
      expect(part.private?.donor_vin.endsWith(part.donor_vin_tail ?? '-')).toBe(true);
    }
  });

  test('are complete: mileage with its source, donor, place, warranty or none; often with listed years', () => {
    for (const part of used) {
      for (const fact of ['mileage', 'mileage_source', 'donor_year', 'donor_model', 'donor_color'] as const)
        expect(part[fact], `${part.part_name}: ${fact}`).not.toBeNull();
      for (const fact of ['cost_price', 'yard_place', 'donor_arrived_on'] as const)
        expect(part.private?.[fact], `${part.part_name}: ${fact}`).toBeTruthy();
    }
    expect(used.filter((part) => part.fitments.length > 0).length / used.length).toBeGreaterThan(0.3);
    expect(used.filter((part) => part.private?.interchange_code).length / used.length).toBeGreaterThan(0.2);
  });

  test('have all grades, and none for kinds under no rule', () => {
    expect(new Set(used.map((part) => part.grade))).toEqual(new Set(['A', 'B', 'C', 'X', null]));
    for (const part of used) {
      if (part.damage_codes) expect(parseDamage(part.damage_codes), part.damage_codes).toBeDefined();
      expect(part.grade === null).toBe(findGradeRule(part.part_name) === 'none');
    }
  });
});
