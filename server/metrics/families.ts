import type { MetricObjectWithValues, MetricValue } from 'prom-client';

/** The figures of one name, as prom-client describes them and processes send them to each other. */
export type Family = Pick<MetricObjectWithValues<MetricValue<string>>, 'name' | 'help' | 'values'> & {
  type: 'counter' | 'gauge' | 'histogram';
};

export type Labels = Readonly<Record<string, string | number>>;

/** @param figures by their labels. */
export function family(
  type: 'counter' | 'gauge',
  name: string,
  help: string,
  figures: readonly (readonly [labels: Labels, value: number])[],
): Family {
  return { type, name, help, values: figures.map(([labels, value]) => ({ labels, value })) };
}
