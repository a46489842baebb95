import { createContext } from 'react-router';
import type { TaxCalculation } from './tax-calculation.ts';
import type { Taxes } from './tax-rates.ts';

/** Says why the service failed. The message is for the log. */
export class TaxServiceError extends Error {
  override readonly name = 'TaxServiceError';
}

export interface TaxService {
  /** False if keys are missing. Each calculation fails then. */
  readonly isAvailable: boolean;
  /** Keeps results for some minutes. Never call it inside a transaction. Throws a TaxServiceError. */
  calculate(request: TaxCalculation): Promise<Taxes>;
}

export const taxServiceContext = createContext<TaxService>();
