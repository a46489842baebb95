/** First, last and the neighbours of the current page; at most seven places, so that the row never wraps. */
export function pagesToShow(page: number, pageCount: number): (number | 'gap')[] {
  const wanted = new Set([1, page - 1, page, page + 1, pageCount]);
  const pages = [...wanted].filter((each) => each >= 1 && each <= pageCount).toSorted((a, b) => a - b);
  return pages.flatMap((each, index) => {
    const before = pages[index - 1] ?? 0;
    if (each - before === 1) return [each];
    // A gap of one page is no shorter than the page itself.
    return each - before === 2 ? [each - 1, each] : ['gap' as const, each];
  });
}
