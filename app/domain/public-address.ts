import { vehicleSteps } from './vehicle.ts';

const filters = ['q', ...vehicleSteps, 'condition', 'in_stock'];

interface PublicPage {
  path: RegExp;
  /** Those that it reads. */
  parameters: readonly string[];
  /** The route whose data the router asks for; none: the page has no data of its own. */
  route?: string;
}

/** The pages that are the same for everybody. Other parameters in an address change nothing of them. */
const publicPages: PublicPage[] = [
  { path: /^\/$/, parameters: [...vehicleSteps, 'in_stock', 'sort', 'shown', 'after'], route: 'routes/home' },
  {
    path: /^\/junkyard$/,
    parameters: ['q', 'make', 'category', 'condition', 'after'],
    route: 'routes/junkyard',
  },
  { path: /^\/part\/[^/]+$/, parameters: [], route: 'routes/part' },
  { path: /^\/parts(\/[^/]+){0,3}$/, parameters: [], route: 'routes/vehicles' },
  { path: /^\/request$/, parameters: ['make', 'model', 'year', 'part', 'oem'], route: 'routes/request' },
  { path: /^\/(about|contact|privacy|terms|warranty)$/, parameters: [] },
];

/** The same for what is read as data. */
const publicData: PublicPage[] = [
  { path: /^\/api\/parts$/, parameters: ['ids', ...filters, 'sort', 'limit', 'after'] },
  { path: /^\/api\/parts\/count$/, parameters: ['ids', ...filters] },
  { path: /^\/api\/models$/, parameters: ['make'] },
  { path: /^\/api\/suggestions$/, parameters: ['q'] },
];

/** Parameters whose values anybody can make up without end. */
const endlessParameters = new Set(['q', 'after', 'ids', 'part', 'oem']);

export interface PublicAddress {
  /** Path and parameters in the form that all addresses of the same answer share. */
  address: string;
  /** Whether there is no end of such addresses: searches by words, later pages. */
  endless: boolean;
}

/**
 * The address of a public page, or of its data as the router asks for them (`….data`), without parameters that are
 * unknown or empty and with the others in one order. Undefined for what is personal or unknown, says one parameter
 * twice, or asks for the data of other routes than the page's own.
 *
 * @param target path and query as they stand in a request
 */
export function publicAddress(target: string): PublicAddress | undefined {
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  const asData = path.endsWith('.data');
  const read = (asData ? publicPages : everyPage).find((page) =>
    page.path.test(asData ? screenPath(path) : path),
  );
  if (!read) return undefined;
  if (mark === -1) return { address: path, endless: false };

  const given = new URLSearchParams(target.slice(mark));
  const known = asData ? [...read.parameters, '_routes'] : read.parameters;
  const said = known.filter((name) => given.get(name));
  if (said.some((name) => given.getAll(name).length > 1)) return undefined;
  const routes = asData && given.get('_routes');
  if (routes && routes !== read.route) return undefined;
  const query = new URLSearchParams(said.map((name) => [name, given.get(name) ?? ''])).toString();
  return {
    address: query ? `${path}?${query}` : path,
    endless: said.some((name) => endlessParameters.has(name)),
  };
}

const everyPage = [...publicPages, ...publicData];

/** The page whose data the router asks for under this path. */
function screenPath(path: string): string {
  return path === '/_.data' ? '/' : path.slice(0, -'.data'.length);
}
