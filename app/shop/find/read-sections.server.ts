import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { fitRules } from '#core/catalog/catalog-query.ts';
import { fitRuleNames } from '#core/catalog/fitment.ts';
import { confirmingRules, type ExactVehicle } from '#core/fitment/fit-levels.ts';
import type { Total } from '#core/search/found-count.ts';
import { countParts, type PartsQuery, searchInTurn } from '#core/search/search-parts.server.ts';
import type { CatalogFilters } from '#core/search/text-search.server.ts';
import type { FitmentSettings } from '#core/settings/settings.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import type { PartSection } from './part-sections.ts';

interface ReadOptions {
  vehicle: ExactVehicle;
  settings: FitmentSettings;
  /** Adds parts that nothing is known of. The list has no part that fits then, if none does. */
  hasOthers: boolean;
}

interface Section extends Pick<CatalogFilters, 'evidence' | 'namesEngine'> {
  title: string;
}

/**
 * Reads one page of a list for a vehicle: the parts that fit it, those whose number must be compared, others, and last those
 * that are listed for it with another engine, drive or side. If an engine is chosen, the parts that fit and name none follow
 * those for it. Each section has the order that was asked for. A narrowed list has only parts that fit.
 */
export async function readSections(
  database: Kysely<DB>,
  query: PartsQuery,
  { vehicle, settings, hasOthers }: ReadOptions,
) {
  const fitting = confirmingRules(settings);
  const name = vehicleName(vehicle);
  const { evidence: narrowed, engines } = query.filters;
  const fits: Section = { title: `Fits your ${name}`, evidence: narrowed ?? fitting };
  const sections: Section[] = [
    ...(engines
      ? [
          { ...fits, namesEngine: true },
          { ...fits, title: 'Engine not listed: check yours', namesEngine: false },
        ]
      : [fits]),
    ...(narrowed
      ? []
      : [
          {
            title: fitRuleNames['check-number'],
            evidence: fitRules.filter((rule) => !fitting.includes(rule)),
          },
          ...(hasOthers
            ? [
                { title: `Not listed for a ${name}`, evidence: ['other'] as const },
                { title: 'For another engine, drive or side', evidence: ['conflict'] as const },
              ]
            : []),
        ]),
  ];
  const lists = sections.map(({ title: _, ...limits }) => ({ ...query.filters, ...limits }));
  const { starts, ...page } = await searchInTurn(database, lists, { ...query, grouped: true });
  const shown = await Promise.all(
    [...starts].map(async ([list, at]): Promise<PartSection> => {
      const { title = '', evidence = [] } = sections[list] ?? {};
      const isRest = evidence.includes('other');
      return {
        title,
        fits: list === 0,
        verdict: evidence.includes('conflict') ? CONFLICT_VERDICT : undefined,
        at,
        total: isRest ? null : await countSection(database, lists[list] ?? query.filters),
      };
    }),
  );
  return { ...page, sections: shown };
}

/** A part may be listed for the vehicle itself, and yet not be what the text asks for. */
const CONFLICT_VERDICT = 'Listed for your car with another engine, drive or side';

async function countSection(database: Kysely<DB>, filters: PartsQuery['filters']): Promise<Total> {
  const { total, inStockTotal, counting } = await countParts(database, filters);
  return { total: filters.inStock ? inStockTotal : total, counting };
}
