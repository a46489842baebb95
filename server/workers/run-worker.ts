import type { ServingShop } from '../serve-shop.ts';
import { StartError } from '../start-error.ts';
import { BEAT_MS, type FromWorker, type ToWorker, type WorkerStart } from './messages.ts';
import { createQuestions } from './questions.ts';

/** Runs one of several processes that serve the shop. It ends by itself when its supervisor does. */
export async function runWorker(): Promise<void> {
  // A terminal signals all processes. The supervisor says when to stop.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  process.on('unhandledRejection', (error) => console.error(error));
  let shop: Promise<ServingShop> | undefined;
  let catchUp = () => Promise.resolve();
  let collectMetrics: ServingShop['collectMetrics'] = () => Promise.resolve([]);
  const questions = createQuestions(send, {
    catchUp: () => catchUp(),
    metrics: () => collectMetrics(),
  });

  async function serve({ worker, ...start }: WorkerStart & { worker: number }): Promise<void> {
    try {
      const { serveShop } = await loading;
      shop = serveShop({
        ...start,
        worker: {
          number: worker,
          catchUpOthers: () => questions.ask('catchUp'),
          collectOthers: () => questions.ask('metrics'),
        },
      });
      ({ catchUp, collectMetrics } = await shop);
      send({ serving: true });
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      process.send?.({ failed: error.message } satisfies FromWorker, () => process.exit(1));
    }
  }

  async function stop(): Promise<void> {
    await (await shop)?.stop();
    process.exit(0);
  }

  process.on('message', (message: ToWorker) => {
    if ('start' in message) void serve(message.start).catch(fail);
    else if ('stop' in message) void stop().catch(fail);
    else questions.receive(message);
  });
  setInterval(() => send({ alive: true }), BEAT_MS);
  // The modules load while the supervisor prepares the database.
  const loading = import('../serve-shop.ts');
  await loading;
}

function send(message: FromWorker): void {
  if (process.connected) process.send?.(message);
}

function fail(error: unknown): void {
  console.error(error);
  process.exit(1);
}
