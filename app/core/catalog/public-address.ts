import { vehicleSteps } from '#core/vehicles/vehicle.ts';

const listFilters = [
  ...vehicleSteps,
  'condition',
  'grade',
  'engine',
  'origin',
  'max_miles',
  'kind',
  'brand',
  'min_price',
  'max_price',
  'in_stock',
  'new_arrivals',
  'only_fits',
];

const filters = ['q', 'car', ...listFilters];

interface PublicPage {
  /** Path in app/routes.ts. */
  path: string;
  parameters: readonly string[];
  route?: string;
  /** True for a page that shows one part, whose id ends the path. */
  ofPart?: true;
}

/** Pages that are the same for all visitors, with the parameters they read. */
const publicPages: PublicPage[] = [
  {
    path: '/',
    parameters: [...listFilters, 'fit_by', 'all', 'sort', 'view', 'shown', 'after'],
    route: 'shop/find/home/home',
  },
  {
    path: '/junkyard',
    parameters: [...filters, 'all', 'sort', 'spelling', 'view', 'after'],
    route: 'shop/find/junkyard/junkyard',
  },
  { path: '/part/:address', parameters: [], route: 'shop/part/part', ofPart: true },
  { path: '/parts/:make?/:model?/:year?', parameters: [], route: 'shop/find/vehicles/vehicles' },
  {
    path: '/yard',
    parameters: ['make', 'model', 'year', 'row', 'after', 'before'],
    route: 'shop/yard/list/yard',
  },
  { path: '/yard/:address', parameters: ['after', 'before'], route: 'shop/yard/car/car' },
  {
    path: '/request',
    parameters: ['make', 'model', 'year', 'part', 'oem', 'car'],
    route: 'shop/pages/request/request',
  },
  { path: '/about', parameters: [] },
  { path: '/contact', parameters: ['part'], route: 'shop/pages/contact/contact' },
  { path: '/privacy', parameters: ['version'], route: 'shop/pages/legal/privacy' },
  { path: '/terms', parameters: ['version'], route: 'shop/pages/legal/terms' },
  { path: '/warranty', parameters: ['version'], route: 'shop/pages/legal/warranty' },
];

/** Paths in app/routes.ts. */
export const publicPaths: ReadonlySet<string> = new Set(publicPages.map(({ path }) => path));

const publicData: PublicPage[] = [
  {
    path: '/api/parts',
    parameters: ['ids', ...filters, 'fits', 'fit_by', 'sort', 'spelling', 'limit', 'after'],
  },
  { path: '/api/parts/count', parameters: ['ids', ...filters, 'fits', 'fit_by', 'as_of'] },
  { path: '/api/parts/facets', parameters: [...filters, 'fits', 'fit_by', 'without'] },
  { path: '/api/parts/:id', parameters: [], ofPart: true },
  { path: '/api/fits', parameters: ['make', 'model', 'year', 'engine', 'ids'] },
  { path: '/api/models', parameters: ['make'] },
  { path: '/api/suggestions', parameters: ['q', 'car'] },
];

/** The public pages that exist in every shop, for the sitemap. */
export const fixedPages = publicPages
  .map(({ path }) => path.replaceAll(/\/:\w+\?/g, ''))
  .filter((path) => !path.includes(':'));

/** A list can be filtered by several values of each. */
const repeatedParameters = new Set(['condition', 'grade', 'engine', 'fit_by', 'all']);

export interface PublicAddress {
  address: string;
  /** Ids of the parts that the page is about. Empty for lists that depend on more than these, and for other pages. */
  ids: string[];
}

/**
 * Normalizes path and query of a public page or its data (`….data`): drops unknown and empty parameters, sorts the
 * others. Returns undefined for other pages, parameters that must not be repeated, and data of another route.
 */
export function normalizePublicAddress(target: string): PublicAddress | undefined {
  const path = target.replace(/\?.*/s, '');
  const asData = path.endsWith('.data');
  const page = (asData ? screens : screensAndData).find(({ pattern }) =>
    pattern.test(asData ? screenPath(path) : path),
  );
  if (!page) return undefined;

  const parameters = new URLSearchParams(target.slice(path.length));
  const allowed = asData ? [...page.parameters, '_routes'] : page.parameters;
  const kept = allowed.flatMap((name): [name: string, value: string][] => {
    const values = [...new Set(parameters.getAll(name).filter(Boolean))].toSorted();
    return values.map((value) => [name, value]);
  });
  if (kept.some(([name]) => !repeatedParameters.has(name) && parameters.getAll(name).length > 1))
    return undefined;
  const routes = asData && parameters.get('_routes');
  if (routes && routes !== page.route) return undefined;
  const query = new URLSearchParams(kept).toString();
  return {
    address: query ? `${path}?${query}` : path,
    ids: findPartIds(
      (page.ofPart ? path : page.path === '/api/parts' ? (parameters.get('ids') ?? '') : '').toLowerCase(),
    ),
  };
}

/** True for the path of a public page's data for the client's router. */
export function isPublicPageData(path: string): boolean {
  return path.endsWith('.data') && isPublicPage(screenPath(path));
}

/** Finds the ids of parts in a text, such as a page that shows them. */
export function findPartIds(text: string): string[] {
  return text.match(PART_ID) ?? [];
}

const PART_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** True for the path of a public page, false for that of its data. */
export function isPublicPage(path: string): boolean {
  return screens.some(({ pattern }) => pattern.test(path));
}

const screens = publicPages.map(withPattern);
const screensAndData = [...screens, ...publicData.map(withPattern)];

function withPattern(page: PublicPage) {
  return { ...page, pattern: new RegExp(`^${page.path.replaceAll(/\/:\w+(\??)/g, '(/[^/]+)$1')}$`) };
}

function screenPath(path: string): string {
  return path === '/_.data' ? '/' : path.slice(0, -'.data'.length);
}
