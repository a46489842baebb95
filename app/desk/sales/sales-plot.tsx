import { type ComponentType, useEffect, useState } from 'react';
import { Card } from '#kit/card.tsx';
import type { BarPlotProps } from './bar-plot.tsx';

interface SalesPlotProps extends Omit<BarPlotProps, 'label'> {
  title: string;
}

/** Loads the chart library on the client. Its space is reserved, and the table has the same figures without it. */
export function SalesPlot({ title, ...plot }: SalesPlotProps) {
  const [BarPlot, setBarPlot] = useState<ComponentType<BarPlotProps>>();
  useEffect(() => {
    import('./bar-plot.tsx').then(
      (module) => setBarPlot(() => module.BarPlot),
      // The table below has the same figures.
      () => undefined,
    );
  }, []);
  return (
    <Card as="section" className="min-w-0">
      <h2 className="text-lg">{title}</h2>
      <div className="mt-3 h-64">
        {BarPlot && <BarPlot label={`${title}. The table has the same numbers.`} {...plot} />}
      </div>
    </Card>
  );
}
