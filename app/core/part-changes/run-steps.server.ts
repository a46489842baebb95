/** `unknown` means that this person finds nothing to do, such as after losing the rights. */
export type StepsLeft = 'some' | 'none' | 'unknown';

interface RunSteps {
  /** Runs one transaction, with the rights of the person who started the work. */
  step: () => Promise<StepsLeft>;
  /** Ends the work, with the shop's rights. Does nothing if the work has ended. */
  stop: (error: string, cause: 'failure' | 'rights') => Promise<void>;
  isLastAttempt: boolean;
}

export const NO_ADMIN = 'The person who started it is no longer an admin.';

/** Runs the steps of a job that changes many parts. A job that was killed continues where it was. */
export async function runSteps({ step, stop, isLastAttempt }: RunSteps): Promise<void> {
  try {
    let left: StepsLeft;
    do left = await step();
    while (left === 'some');
    // The work can be undone from now on.
    if (left === 'none') return;
  } catch (error) {
    if (isLastAttempt) await stop('An error stopped it.', 'failure');
    throw error;
  }
  await stop(NO_ADMIN, 'rights');
}
