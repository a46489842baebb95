import type { OpenAlert } from '#core/alerts/alert.ts';
import { AlertCard } from '#core/alerts/ui/alert-card.tsx';
import { useSettle } from '#core/alerts/ui/use-settle.ts';

interface OrderAlertsProps {
  alerts: readonly OpenAlert[];
  /** Is called when the focused button is gone. */
  onSettled: () => void;
}

/** Shows the open alerts about the order. */
export function OrderAlerts({ alerts, onSettled }: OrderAlertsProps) {
  const action = useSettle({ onDone: onSettled });
  if (alerts.length === 0) return null;
  return (
    <ul aria-label="Alerts about this order" className="mb-5 grid gap-3">
      {alerts.map((alert) => (
        <li key={alert.id}>
          <AlertCard alert={alert} action={action} />
        </li>
      ))}
    </ul>
  );
}
