import { useAction } from '#kit/form/use-action.ts';

/** The heading of the alerts gets the focus when a button is gone. */
export const ALERTS_HEADING = 'alerts';

export function focusAlerts(): void {
  document.getElementById(ALERTS_HEADING)?.focus();
}

/** Settles alerts for any screen of the panel, whose frame has the action. The button is gone afterwards. */
export function useSettle({ onDone }: { onDone: () => void }) {
  return useAction({ address: '/admin', failure: 'Error settling alert', onDone });
}
