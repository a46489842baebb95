import type { MetricObjectWithValues, MetricValue } from 'prom-client';

/** The figures of one name, in the format that prom-client describes and processes send to each other. */
export type Family = Pick<MetricObjectWithValues<MetricValue<string>>, 'name' | 'help' | 'values'> & {
  type: 'counter' | 'gauge' | 'histogram';
};

type Figure = readonly [labels: Readonly<Record<string, string | number>>, value: number];

export function gauge(name: string, help: string, figures: readonly Figure[]): Family {
  return { type: 'gauge', name, help, values: figures.map(([labels, value]) => ({ labels, value })) };
}

export function counter(name: string, help: string, figures: readonly Figure[]): Family {
  return { ...gauge(name, help, figures), type: 'counter' };
}

/** Describes the workers of this machine. @param answered Number of each worker -> true if it has answered. */
export function workerFamilies(answered: ReadonlyMap<number, boolean>, restarts: number): Family[] {
  return [
    gauge(
      'partyard_worker_up',
      'Whether a process of this machine has answered.',
      [...answered].map(([worker, up]) => [{ worker }, up ? 1 : 0]),
    ),
    counter('partyard_worker_restarts_total', 'Processes that ended unexpectedly and were replaced.', [
      [{}, restarts],
    ]),
  ];
}
