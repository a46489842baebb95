import { Fragment, type ReactNode } from 'react';
import type { CardPart } from '#core/catalog/card-part.ts';
import type { ListedPart } from './listed-part.ts';
import { formatTotal } from '#core/search/found-count.ts';
import type { ConditionColors } from '#core/search/condition-colors.server.ts';
import { PartCard } from './part-card.tsx';
import { type PartSection, splitSections } from './part-sections.ts';

interface PartListProps {
  parts: readonly ListedPart[];
  sections: readonly PartSection[];
  /** True in a list for one vehicle (PartCard). */
  isForVehicle?: boolean;
  conditionColors: ConditionColors;
  actions?: ((part: CardPart) => ReactNode) | undefined;
}

/** The first pictures are loaded at once. */
const EAGER = 4;

export function PartList({ parts, sections, isForVehicle, conditionColors, actions }: PartListProps) {
  return splitSections(parts, sections).map(({ section, parts: shown }) => (
    <Fragment key={section?.title ?? ''}>
      {section && (
        <h2 className="part-section">
          {section.title}
          {section.total && <span className="part-section-total">{formatTotal(section.total)}</span>}
        </h2>
      )}
      <ul className="parts mt-3">
        {shown.map((part, index) => (
          <PartCard
            key={part.id}
            part={part}
            isForVehicle={isForVehicle ?? false}
            verdict={section?.verdict}
            conditionColors={conditionColors}
            eager={(section?.at ?? 0) + index < EAGER}
            actions={actions?.(part)}
          />
        ))}
      </ul>
    </Fragment>
  ));
}
