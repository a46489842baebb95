import type { Part } from '#domain/part.ts';

/** The main facts of a part on its card, with its warranty if that is not the one of the shop's terms. */
export function PartSummary({ part: { summary, warranty } }: { part: Part }) {
  return (
    <p className="part-summary">
      <span>{summary}</span>
      {warranty && <span className="part-warranty"> · Warranty {warranty}</span>}
    </p>
  );
}
