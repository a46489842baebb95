/** Lists the first, the last, and the neighbors of the current page. */
export function listPages(page: number, pageCount: number): (number | 'gap')[] {
  const selected = new Set([1, page - 1, page, page + 1, pageCount]);
  const pages = [...selected].filter((each) => each >= 1 && each <= pageCount).toSorted((a, b) => a - b);
  return pages.flatMap((each, index) => {
    const previous = pages[index - 1] ?? 0;
    if (each - previous === 1) return [each];
    return each - previous === 2 ? [each - 1, each] : ['gap' as const, each];
  });
}
