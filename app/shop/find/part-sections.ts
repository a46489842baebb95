import type { Total } from '#core/search/found-count.ts';

/** A part of a list for a vehicle, with a heading of its own. */
export interface PartSection {
  title: string;
  /** True for the parts that fit. */
  fits: boolean;
  /** Says the same of each of its parts, in place of whether it fits. */
  verdict?: string | undefined;
  /** Index of its first part on the page. */
  at: number;
  /** Number of all its parts. Null if they are not counted. */
  total: Total | null;
}

/** Splits the parts of a page. Parts before the first section have no heading. */
export function splitSections<Part>(
  parts: readonly Part[],
  sections: readonly PartSection[],
): { section: PartSection | null; parts: readonly Part[] }[] {
  const first = sections[0]?.at ?? parts.length;
  return [
    ...(first > 0 ? [{ section: null, parts: parts.slice(0, first) }] : []),
    ...sections.map((section, index) => ({
      section,
      parts: parts.slice(section.at, sections[index + 1]?.at),
    })),
  ];
}
