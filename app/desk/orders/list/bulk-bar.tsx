import { ButtonLink } from '#kit/button-link.tsx';
import { ActionButton, type ActionButtonProps } from '#kit/form/action-button.tsx';
import { printAddress } from '#core/orders/order-addresses.ts';
import { SelectionBar } from '#kit/list/selection-bar.tsx';
import type { Selection } from '#kit/use-selection.ts';

const actions = { pack: 'Pack', ship: 'Ship', ready: 'Ready for pickup', delivered: 'Delivered' } as const;

interface BulkBarProps {
  selection: Selection;
  action: ActionButtonProps['action'];
}

/** Offers what can be done with several orders. */
export function BulkBar({ selection, action }: BulkBarProps) {
  const { chosen } = selection;
  const numbers = [...chosen].map(Number);
  const text = `${chosen.size} ${chosen.size === 1 ? 'order' : 'orders'} selected`;
  return (
    <SelectionBar text={chosen.size > 0 ? text : null} onClear={selection.clear}>
      {Object.entries(actions).map(([intent, label]) => (
        <ActionButton
          key={intent}
          size="small"
          action={action}
          fields={{ intent, orders: numbers.join(',') }}
        >
          {label}
        </ActionButton>
      ))}
      <ButtonLink size="small" to={printAddress('pulls', numbers)}>
        Print
      </ButtonLink>
    </SelectionBar>
  );
}
