import { stockWaitTexts } from './stock-wait.ts';
import type { AskResult } from './ask-back-in-stock.server.tsx';

/** Describes an answer for the form. */
export function describeAnswer(result: AskResult): { message?: string; error?: string; field?: string } {
  if ('error' in result) {
    const { error, field } = result;
    return { error, ...(field !== undefined && { field }) };
  }
  const { onList, checkMail, promise } = stockWaitTexts;
  return { message: result.isOnList ? `${onList} ${promise}` : checkMail };
}
