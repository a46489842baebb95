import { expect, test } from 'vitest';
import { shareNextRun } from './share-runs.ts';

test('callers during a run share the next one, which begins after their calls', async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const run = shareNextRun(() => {
    const started = Promise.withResolvers<void>();
    runs.push(started);
    return started.promise;
  });
  const done: string[] = [];
  const call = (name: string) => run().then(() => done.push(name));
  const first = call('first');
  const others = [call('second'), call('third')];
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await first;
  await expect.poll(() => runs.length).toBe(2);
  expect(done).toEqual(['first']);
  runs[1]?.resolve();
  await Promise.all(others);
  expect(done).toEqual(['first', 'second', 'third']);
  void call('fourth');
  expect(runs).toHaveLength(3);
});

test('a run that fails ends neither the next one nor later ones', async () => {
  let runs = 0;
  const run = shareNextRun(() => {
    runs += 1;
    return runs === 1 ? Promise.reject(new Error('The connection ended')) : Promise.resolve();
  });
  const [first, second] = [run(), run()];
  await expect(first).rejects.toThrow('The connection ended');
  await second;
  await Promise.all([run(), run()]);
  expect(runs).toBe(4);
});
