export interface Series {
  name: string;
  labels: Record<string, string>;
  value: number;
}

// prom-client writes 'Nan' for a mean of no samples. Prometheus reads it in any case.
const FIGURE =
  /^([a-zA-Z_:][\w:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*",?)*)\})? (-?(?:\d[\d.e+-]*|Inf)|Na[Nn])$/;

/** Reads the text format of Prometheus strictly. @throws for text that Prometheus would refuse. */
export function readPrometheusText(text: string): { series: Series[]; types: Map<string, string> } {
  if (!text.endsWith('\n')) throw new Error('The last line has no end');
  const series: Series[] = [];
  const types = new Map<string, string>();
  const known = new Set<string>();
  let current = '';
  for (const line of text.split('\n').filter(Boolean)) {
    const [, name = '', type = ''] = line.match(/^# TYPE (\w+) (counter|gauge|histogram)$/) ?? [];
    if (type) {
      if (types.has(name)) throw new Error(`${name} is described twice`);
      types.set(name, type);
      current = name;
    } else if (!/^# HELP \w+ \S/.test(line)) {
      const [, figure = '', labels = '', value = ''] = FIGURE.exec(line) ?? [];
      const isOfType =
        figure === current ||
        (types.get(current) === 'histogram' && /^_(bucket|sum|count)$/.test(figure.slice(current.length)));
      if (!isOfType || !figure.startsWith(current)) throw new Error(`Not a figure of ${current}: ${line}`);
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, said]) => [
        label,
        said,
      ]);
      const key = `${figure} ${JSON.stringify(pairs.toSorted())}`;
      if (known.has(key)) throw new Error(`Twice: ${line}`);
      known.add(key);
      series.push({
        name: figure,
        labels: Object.fromEntries(pairs) as Series['labels'],
        value: Number(value),
      });
    }
  }
  return { series, types };
}
