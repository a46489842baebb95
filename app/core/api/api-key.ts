/** Names what a key may do. db/migrations/0032_api.sql and 0067_api_of_cars.sql enforce it. */
export const apiScopes = {
  'parts:read': 'Read parts',
  'parts:private': 'Read what only staff see of parts: cost, yard place, VIN',
  'parts:write': 'Add and change parts, with prices and stock',
  'prices:write': 'Change prices only',
  'stock:write': 'Change stock only',
  'orders:read': 'Read orders, with names and addresses of buyers',
  'vehicles:read': 'Read cars of the yard, without sellers and costs',
} as const;

export type ApiScope = keyof typeof apiScopes;

export const apiScopeNames = Object.keys(apiScopes) as ApiScope[];

export const MAX_API_KEY_NAME = 80;

/** Maximum of keys in use. */
export const MAX_API_KEYS = 50;

/** Marks a key, so that people and scanners for leaked secrets recognize it. */
export const API_KEY_PREFIX = 'py_live_';

/** Reads `Authorization: Bearer py_live_…`. Returns undefined for anything else. */
export function readBearer(header: string | null): string | undefined {
  return /^Bearer (py_live_[\w-]{43})$/i.exec(header ?? '')?.[1];
}

/** An API key in the admin panel. Its times are in ISO 8601. */
export interface ApiKey {
  id: string;
  name: string;
  scopes: ApiScope[];
  /** Null if the account is deleted. */
  createdBy: string | null;
  createdAt: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
}
