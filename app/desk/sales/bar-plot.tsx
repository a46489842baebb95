import { useEffect, useRef } from 'react';
import Plot from 'uplot';
import 'uplot/dist/uPlot.min.css';

export interface BarPlotProps {
  label: string;
  /** Names of the two axes, for the values under the pointer. */
  names: readonly [x: string, y: string];
  bars: { label: string; value: number }[];
  format: (value: number) => string;
}

type Bars = BarPlotProps['bars'];

const DARK = '(prefers-color-scheme: dark)';

/** SalesPlot loads it with its library. Its colors come from the tokens, because it draws in the colors of its elements. */
export function BarPlot({ label, names: [x, y], bars, format }: BarPlotProps) {
  const frame = useRef<HTMLDivElement>(null);
  const json = JSON.stringify(bars);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const scheme = matchMedia(DARK);
    const draw = () => drawBars(element, { names: [x, y], bars: JSON.parse(json) as Bars, format });
    let plot = draw();
    function redraw() {
      plot.destroy();
      plot = draw();
    }
    const observer = new ResizeObserver(() => plot.setSize(sizeIn(element)));
    observer.observe(element);
    scheme.addEventListener('change', redraw);
    return () => {
      observer.disconnect();
      scheme.removeEventListener('change', redraw);
      plot.destroy();
    };
  }, [json, format, x, y]);
  return (
    <div
      ref={frame}
      role="img"
      aria-label={label}
      className="h-full w-full overflow-hidden border-line text-sm text-muted [&:not(:hover)_.u-legend]:invisible"
    >
      <span className="text-link" />
    </div>
  );
}

const LEGEND_HEIGHT = 32;

function sizeIn(frame: HTMLElement) {
  return { width: frame.clientWidth, height: frame.clientHeight - LEGEND_HEIGHT };
}

function drawBars(frame: HTMLElement, { names, bars, format }: Omit<BarPlotProps, 'label'>): Plot {
  const { color: text, borderTopColor: line, fontFamily } = getComputedStyle(frame);
  const bar = frame.firstElementChild ? getComputedStyle(frame.firstElementChild).color : text;
  const font = `12px ${fontFamily}`;
  const labelAt = (index: number) => bars[index]?.label ?? '';
  const isWhole = (index: number) => Number.isInteger(index);
  return new Plot(
    {
      ...sizeIn(frame),
      cursor: { drag: { x: false, y: false } },
      scales: {
        x: { time: false, range: [-0.6, bars.length - 0.4] },
        // If nothing was sold, an axis to 1 would end at $0.01.
        y: { range: (_, min, max) => [Math.min(0, min), max > 0 ? max * 1.05 : 100] },
      },
      series: [
        { label: names[0], value: (_, index: number | null) => (index === null ? '' : labelAt(index)) },
        {
          label: names[1],
          value: (_, value: number | null) => (value === null ? '' : format(value)),
          width: 0,
          fill: bar,
          ...(Plot.paths.bars && { paths: Plot.paths.bars({ size: [0.7, 40] }) }),
          points: { show: false },
        },
      ],
      axes: [
        {
          stroke: text,
          font,
          grid: { show: false },
          ticks: { stroke: line },
          size: 34,
          space: 56,
          values: (_, indexes) => indexes.map((index) => (isWhole(index) ? labelAt(index) : '')),
        },
        {
          stroke: text,
          font,
          size: 64,
          grid: { stroke: line },
          ticks: { show: false },
          values: (_, values) => values.map((value) => (isWhole(value) ? format(value) : '')),
        },
      ],
    },
    [bars.map((_, index) => index), bars.map(({ value }) => value)],
    frame,
  );
}
