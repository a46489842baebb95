/** The figures of one name, in the text format of Prometheus. */
export interface Family {
  name: string;
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  lines: string[];
}

export type Labels = Readonly<Record<string, string | number>>;

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** @param figures by their labels. */
export function family(
  type: 'counter' | 'gauge',
  name: string,
  help: string,
  figures: readonly (readonly [labels: Labels, value: number])[],
): Family {
  return { type, name, help, lines: figures.map(([labels, value]) => formatFigure(name, labels, value)) };
}

export function formatFigure(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(String(text))}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`;
}

function escapeLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

/** Families of one name become one. Their figures must have different labels. */
export function formatFamilies(families: readonly Family[]): string {
  const byName = Map.groupBy(families, ({ name }) => name);
  const blocks = [...byName].map(([name, same]) => {
    const [first] = same;
    const lines = same.flatMap((each) => each.lines);
    return [`# HELP ${name} ${first?.help}`, `# TYPE ${name} ${first?.type}`, ...lines].join('\n');
  });
  return `${blocks.join('\n')}\n`;
}
