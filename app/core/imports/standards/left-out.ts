/** Counts what a file has that the shop can't keep, by words for people. The import's page lists them. */
export class LeftOut {
  readonly #counts = new Map<string, number>();

  add(what: string, count = 1): void {
    if (count > 0) this.#counts.set(what, (this.#counts.get(what) ?? 0) + count);
  }

  /** Returns the counts, the largest first. */
  read(): Record<string, number> {
    return Object.fromEntries([...this.#counts].toSorted(([, one], [, other]) => other - one));
  }
}
