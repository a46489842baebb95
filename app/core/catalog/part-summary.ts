import type { Grade } from './grade.ts';
import { describeOrigin, type Origin } from './origin.ts';

interface Summarized {
  origin: Origin;
  rebuilder: string | null;
  grade: Grade | null;
  mileage: number | null;
}

/** Writes one line: 'Used · Grade A · 84,000 mi'. Leaves out grade X, which says nothing here. */
export function summarizePart(part: Summarized): string {
  const { grade, mileage } = part;
  const isGraded = grade !== null && grade !== 'X';
  return [
    describeOrigin(part),
    ...(isGraded ? [`Grade ${grade}`] : []),
    ...(mileage === null ? [] : [`${mileage.toLocaleString('en-US')} mi`]),
  ].join(' · ');
}
