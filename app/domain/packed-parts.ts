import type { Part } from './part.ts';

/** A list of parts in the data of a page: each has only what is different from the first one. */
export type PackedParts = readonly Partial<Part>[];

/** The first part stays as it is. */
export function packParts([first, ...others]: readonly Part[]): PackedParts {
  if (!first) return [];
  return [first, ...others.map((part) => differenceOf(first, part))];
}

function differenceOf(first: Part, part: Part): Partial<Part> {
  const names = Object.keys({ ...first, ...part }) as (keyof Part)[];
  return Object.fromEntries(
    names.filter((name) => part[name] !== first[name]).map((name) => [name, part[name]]),
  );
}

const unpacked = new WeakMap<PackedParts, Part[]>();

/** Returns the same parts each time, for components that compare them. */
export function unpackParts(packed: PackedParts): Part[] {
  const known = unpacked.get(packed);
  if (known) return known;
  const parts = packed.map((part) => ({ ...packed[0], ...part }) as Part);
  unpacked.set(packed, parts);
  return parts;
}
