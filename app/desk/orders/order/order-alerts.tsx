import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { OpenAlert } from '#core/alerts/alert.ts';
import { sendAction } from '#kit/actions/send-action.ts';
import { AlertCard } from '#core/alerts/ui/alert-card.tsx';
import { showToast } from '#kit/show-toast.ts';

interface OrderAlertsProps {
  alerts: readonly OpenAlert[];
  /** The focused button is gone then. */
  onSettled: () => void;
}

/** Open alerts about the order. */
export function OrderAlerts({ alerts, onSettled }: OrderAlertsProps) {
  const [settling, setSettling] = useState<string>();
  const { revalidate } = useRevalidator();

  async function settle(id: string) {
    setSettling(id);
    const { done, message } = await sendAction(`/admin/alert/${id}`, { failure: 'Error settling alert' });
    await revalidate();
    setSettling(undefined);
    if (done) onSettled();
    if (message) await showToast({ title: message, kind: done ? 'success' : 'error' });
  }

  if (alerts.length === 0) return null;
  return (
    <ul aria-label="Alerts about this order" className="mb-5 grid gap-3">
      {alerts.map((alert) => (
        <li key={alert.id}>
          <AlertCard alert={alert} busy={settling === alert.id} onSettle={() => void settle(alert.id)} />
        </li>
      ))}
    </ul>
  );
}
