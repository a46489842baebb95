import { describe, expect, test } from 'vitest';
import type { TaxCalculation } from '#core/pricing/tax-calculation.ts';
import type { Taxes } from '#core/pricing/tax-rates.ts';
import { TaxServiceError } from '#core/pricing/tax-service.server.ts';
import { type AnsweredCalculation, withTaxService } from './tax-rates.server.ts';

const askAbout = (zip: string): { ask: TaxCalculation } => ({
  ask: { place: { state: 'CA', zip }, lines: [] },
});
const taxes: Taxes = { totalCents: 1, amounts: [], lines: [] };
const error = "We couldn't calculate the tax. Please try again.";

/** Runs a transaction that has these results, one after the other. The last one repeats. */
async function run(results: (object | { ask: TaxCalculation })[], calculate = async () => taxes) {
  const answers: (AnsweredCalculation | undefined)[] = [];
  const result = await withTaxService({ isAvailable: true, calculate }, async (answered) => {
    answers.push(answered);
    return results[Math.min(answers.length, results.length) - 1] ?? {};
  });
  return { result, answers };
}

const order = { orderId: 'order' };

describe('a transaction', () => {
  test('runs once if it asks nothing', async () => {
    expect(await run([order])).toEqual({ result: order, answers: [undefined] });
  });

  test('is repeated with the answer of the service', async () => {
    const asked = [askAbout('92101'), askAbout('92102')];
    expect(await run([...asked, order])).toEqual({
      result: order,
      answers: [undefined, ...asked.map(({ ask }) => ({ request: ask, taxes }))],
    });
  });

  test('runs four times at most', async () => {
    const { result, answers } = await run([askAbout('92101')]);
    expect(result).toEqual({ error });
    expect(answers).toHaveLength(4);
  });

  test('is refused if the service fails', async () => {
    const { result } = await run([askAbout('92101')], () => Promise.reject(new TaxServiceError('busy')));
    expect(result).toEqual({ error });
  });

  test('fails with any other error', async () => {
    const failure = new Error('The database is busy');
    await expect(run([askAbout('92101')], () => Promise.reject(failure))).rejects.toBe(failure);
  });
});
