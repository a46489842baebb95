import type { Mutant } from './find-mutants.ts';

type Numbered = Mutant & { id: number };

/** At run time each mutant checks whether it is the active one. Line numbers stay the same. */
export function instrument(code: string, mutants: readonly Numbered[]): string {
  const sorted = mutants.toSorted((a, b) => a.start - b.start || b.end - a.end);
  return `const isActive__ = (id) => globalThis.mutation?.isActive(id) ?? false; ${write(code, 0, code.length, sorted)}`;
}

/** Mutants lie side by side or within each other; they never overlap partly. */
function write(code: string, start: number, end: number, mutants: readonly Numbered[]): string {
  let written = '';
  let position = start;
  for (let index = 0; index < mutants.length;) {
    const { start: from, end: to } = mutants[index] as Numbered;
    const within = mutants.slice(index).filter((mutant) => mutant.end <= to);
    const [same, inner] = [true, false].map((wanted) =>
      within.filter((mutant) => (mutant.start === from && mutant.end === to) === wanted),
    ) as [Numbered[], Numbered[]];
    const original = write(code, from, to, inner);
    written += code.slice(position, from) + same.reduce(withMutant, original);
    position = to;
    index += within.length;
  }
  return written + code.slice(position, end);
}

function withMutant(original: string, { id, replacement, isBlock }: Numbered): string {
  return isBlock
    ? `{ if (!isActive__(${id})) ${original} }`
    : `(isActive__(${id}) ? (${replacement}) : (${original}))`;
}
