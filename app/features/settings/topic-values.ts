type Node = Record<string, unknown>;

/** Reads 'locations.0.zip'. */
export function readPath(values: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as Node | undefined)?.[name], values);
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
