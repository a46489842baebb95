import { ButtonLink } from '#kit/button-link.tsx';
import { ActionButton, type ActionButtonProps } from '#kit/form/action-button.tsx';
import { printAddress } from '#core/orders/order-addresses.ts';
import { ClearSelection } from '#kit/list/clear-selection.tsx';
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
  // Without a choice it is out of sight: a screen reader says only texts of elements that are there before.
  return (
    <div
      className={
        chosen.size > 0
          ? 'sticky bottom-0 z-10 mt-3 flex flex-wrap items-center gap-2 rounded-lg border border-line-strong bg-raised px-4 py-2 shadow-raised'
          : 'sr-only'
      }
    >
      <p role="status" className="mr-2 font-semibold tabular-nums">
        {chosen.size > 0 && text}
      </p>
      {chosen.size > 0 && (
        <>
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
          <ClearSelection onClear={selection.clear} />
        </>
      )}
    </div>
  );
}
