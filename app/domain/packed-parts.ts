import type { Part } from './part.ts';

/** A list of parts in the data of a page: each has only what is different from the first one. */
export type PackedParts = readonly Partial<Part>[];

/** The first part stays as it is. */
export function packParts([first, ...others]: readonly Part[]): PackedParts {
  if (!first) return [];
  return [first, ...others.map((part) => differenceOf(first, part))];
}

function differenceOf(first: Part, part: Part): Partial<Part> {
  const difference: Record<string, unknown> = {};
  for (const list of [first, part])
    for (const name of Object.keys(list) as (keyof Part)[])
      if (part[name] !== first[name]) difference[name] = part[name];
  return difference;
}

/** Completes the parts in place: components that compare them get the same ones each time. */
export function unpackParts(packed: PackedParts): Part[] {
  const [first] = packed;
  for (const part of packed) complete(part, first);
  return packed as Part[];
}

/** A loop takes a third of the time of copies of both. */
function complete(part: Record<string, unknown>, first: Record<string, unknown> = {}): void {
  for (const name in first) if (!Object.hasOwn(part, name)) part[name] = first[name];
}
