import { isSame, listChanges } from '#core/settings/settings-changes.ts';

type Node = Record<string, unknown>;

/** Reads 'locations.0.zip'. */
export function readPath(values: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as Node | null | undefined)?.[name], values);
}

/** Returns a copy with another value at a path. */
export function replaceAt<Values>(values: Values, path: string, value: unknown): Values {
  return replace(values, path.split('.'), value) as Values;
}

function replace(values: unknown, [name, ...rest]: string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(values)) return values.with(Number(name), replace(values[Number(name)], rest, value));
  const node = (values ?? {}) as Node;
  return { ...node, [name]: replace(node[name], rest, value) };
}

/** Lists the paths at which a setting differs from what someone else has saved. A list is one value. */
export function listConflicts(field: string, mine: unknown, theirs: unknown): string[] {
  if (isSame(mine, theirs)) return [];
  const paths = listChanges(theirs, mine, [field]).map(({ path }) => {
    const item = path.findIndex((name) => /^\d+$/.test(name));
    return path.slice(0, item === -1 ? undefined : item).join('.');
  });
  return [...new Set(paths)];
}
