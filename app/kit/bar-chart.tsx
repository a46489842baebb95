import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import './bar-chart.css';

export interface Bar {
  /** Stands below the bar. */
  label: string;
  /** Names the bar where it stands alone. */
  name: string;
  value: number;
}

interface BarChartProps {
  title: string;
  /** Stands beside the title, such as the sum of all bars. */
  note?: ReactNode;
  bars: readonly Bar[];
  format: (value: number) => string;
  /** Says what there is if all values are 0. */
  none: string;
}

/** Each bar has its value up to this number of bars, else only the highest one. */
const MOST_VALUES = 14;
const MOST_LABELS = 6;

/** Draws the values of a row of days or weeks. With many bars, a table must have the same values for screen readers. */
export function BarChart({ title, note, bars, format, none }: BarChartProps) {
  const highest = bars.reduce((best, bar) => (bar.value > best.value ? bar : best), {
    label: '',
    name: '',
    value: 0,
  });
  const lowest = Math.min(0, ...bars.map(({ value }) => value));
  const isEmpty = highest.value === 0 && lowest === 0;
  return (
    <Card as="section" className="min-w-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg">{title}</h2>
        {note && <p className="text-sm text-muted tabular-nums">{note}</p>}
      </div>
      {isEmpty ? (
        <p className="mt-2 text-muted">{none}</p>
      ) : (
        <Plot {...{ title, bars, format, highest, lowest }} />
      )}
    </Card>
  );
}

type PlotProps = Pick<BarChartProps, 'title' | 'bars' | 'format'> & { highest: Bar; lowest: number };

function Plot({ title, bars, format, highest, lowest }: PlotProps) {
  const ticks = listTicks(lowest, highest.value);
  const bottom = ticks[0] ?? 0;
  const range = (ticks.at(-1) ?? 1) - bottom;
  const up = (value: number) => ((value - bottom) / range) * 100;
  const across = (index: number) => `${((index + 0.5) / bars.length) * 100}%`;
  const step = Math.ceil(bars.length / MOST_LABELS);
  const hasValue = (bar: Bar) => bar.value !== 0 && (bars.length <= MOST_VALUES || bar === highest);
  const told = bars.length <= MOST_VALUES ? bars : [highest];
  return (
    <div
      role="img"
      aria-label={`${title}. ${told.map(({ name, value }) => `${name}: ${format(value)}`).join(', ')}`}
      className="chart text-xs text-muted tabular-nums"
    >
      <div className="chart-values">
        {ticks.map((tick) => (
          <div key={tick}>
            <span>{format(tick)}</span>
            <span style={{ bottom: `${up(tick)}%` }}>{format(tick)}</span>
          </div>
        ))}
      </div>
      <div className="chart-bars">
        {ticks.map((tick) => (
          <hr key={tick} data-zero={tick === 0 || undefined} style={{ bottom: `${up(tick)}%` }} />
        ))}
        <svg viewBox={`0 0 ${bars.length} 100`} preserveAspectRatio="none">
          {bars.map(({ name, value }, index) => (
            <g key={name}>
              <title>{`${name}: ${format(value)}`}</title>
              <rect x={index} width="1" height="100" fill="transparent" />
              <rect
                x={index + 0.15}
                width="0.7"
                y={100 - up(Math.max(value, 0))}
                height={Math.abs(up(value) - up(0))}
                fill="currentColor"
              />
            </g>
          ))}
        </svg>
        {bars.filter(hasValue).map((bar) => (
          <span
            key={bar.name}
            data-value
            style={{ bottom: `${up(Math.max(bar.value, 0))}%`, left: across(bars.indexOf(bar)) }}
          >
            {format(bar.value)}
          </span>
        ))}
        {bars.map(({ name, label }, index) => {
          // Counted from the newest one, which always has its label.
          const place = (bars.length - 1 - index) / step;
          if (!Number.isInteger(place)) return null;
          return (
            <span
              key={name}
              data-label={place % 2 === 0 ? 'first' : 'second'}
              style={{ left: across(index) }}
            >
              {label}
            </span>
          );
        })}
      </div>
    </div>
  );
}

/** Lists round values from the lowest to the highest one, both of which they include. */
export function listTicks(lowest: number, highest: number): number[] {
  const rough = Math.max((highest - lowest) / 3, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.floor(lowest / step);
  const last = Math.max(Math.ceil(highest / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}
