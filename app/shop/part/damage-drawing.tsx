import type { DescribedFacts } from './describe-facts.server.ts';

interface DamageDrawingProps {
  damage: NonNullable<DescribedFacts['damage']>;
}

const WIDTH = 150;
const HEIGHT = 84;
const PLACES = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** Shows the nine places of a part, its front at the left, numbered like the codes. The texts beside it say the same. */
export function DamageDrawing({ damage }: DamageDrawingProps) {
  const isEverywhere = damage.some(({ place }) => place === 0);
  return (
    <figure className="mt-2 w-fit">
      <svg
        viewBox={`-1 -1 ${WIDTH + 2} ${HEIGHT + 2}`}
        width={WIDTH + 2}
        height={HEIGHT + 2}
        role="img"
        aria-label={damage.map(({ text }) => text).join(', ')}
        className="block text-line-strong"
      >
        {PLACES.map((place) => {
          const { x, y } = cellOf(place);
          const isDamaged = isEverywhere || damage.some((each) => each.place === place);
          return (
            <g key={place}>
              <rect
                x={x}
                y={y}
                width={WIDTH / 3}
                height={HEIGHT / 3}
                stroke="currentColor"
                className={isDamaged ? 'fill-mark' : 'fill-surface'}
              />
              <text
                x={x + WIDTH / 6}
                y={y + HEIGHT / 6 + 4.5}
                textAnchor="middle"
                className={`text-xs tabular-nums ${isDamaged ? 'fill-surface font-semibold' : 'fill-current text-muted'}`}
              >
                {place}
              </text>
            </g>
          );
        })}
        <rect width={WIDTH} height={HEIGHT} rx="3" fill="none" stroke="currentColor" strokeWidth="2" />
      </svg>
      <figcaption className="mt-1 flex justify-between text-xs text-muted" aria-hidden="true">
        <span>Front</span>
        <span>Rear</span>
      </figcaption>
    </figure>
  );
}

/** The middle row counts from the rear to the front. */
function cellOf(place: number): { x: number; y: number } {
  const row = Math.floor((place - 1) / 3);
  const column = (place - 1) % 3;
  return { x: ((row === 1 ? 2 - column : column) * WIDTH) / 3, y: (row * HEIGHT) / 3 };
}
