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

/** Completes the parts in place: components that compare them get the same ones each time. */
export function unpackParts(packed: PackedParts): Part[] {
  return packed.map((part) => Object.assign(part, { ...packed[0], ...part }) as Part);
}
