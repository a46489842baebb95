import { centsFromDollars, formatDollars } from '#core/values/money.ts';
import { converterFailures, payments } from '#core/yard/converters/converter-form.ts';
import { CONVERTERS_PATH } from '#core/yard/converters/converters-list.ts';
import type { Converter } from '#core/yard/converters/list-converters.server.ts';
import { formatDay } from '#core/yard/paper/paper.ts';
import { Button } from '#kit/button.tsx';
import { ActionButton, type ActionButtonProps } from '#kit/form/action-button.tsx';
import { useAction } from '#kit/form/use-action.ts';

/** Names a converter. Example: '2 converters, serial GD3'. */
export function nameConverter({ count, serial }: Converter): string {
  const name = count === 1 ? '1 converter' : `${count} converters`;
  return serial === null ? name : `${name}, serial ${serial}`;
}

/** Shows when and by whom a converter was removed, and where it is kept. */
export function describeRemoval({ removedOn, removedBy, place }: Converter): string {
  return [`Removed ${formatDay(removedOn)} by ${removedBy}`, place && `kept at ${place}`]
    .filter(Boolean)
    .join(', ');
}

/** Shows a sale. Who may not see purchases sees the day only. */
export function describeSale({ soldOn, sale }: Converter): string | null {
  if (soldOn === null) return null;
  if (!sale) return `Sold ${formatDay(soldOn)}`;
  const money = formatDollars(centsFromDollars(sale.amount));
  const paid = `${payments[sale.payment]} ${sale.paymentReference}`;
  const title = sale.isTitleCopied ? 'copy of the title given' : 'no copy of the title given';
  return `Sold ${formatDay(soldOn)} to ${sale.buyer} for ${money}, ${paid}, ${title}`;
}

interface ConverterActionsProps {
  converter: Converter;
  maySell: boolean;
  onSell: () => void;
  actions: ReturnType<typeof useConverterActions>;
}

/** The actions of a list of converters, called where the list is. */
export function useConverterActions(): Record<'deleting' | 'takingBack', ActionButtonProps['action']> {
  const address = CONVERTERS_PATH;
  return {
    deleting: useAction({ address, failure: converterFailures['delete-converter'] }),
    takingBack: useAction({ address, failure: converterFailures['take-back-sale'] }),
  };
}

export function ConverterActions({ converter, maySell, onSell, actions }: ConverterActionsProps) {
  const { id, soldOn, sale } = converter;
  const name = nameConverter(converter);
  if (soldOn !== null)
    return (
      sale && (
        <ActionButton
          size="small"
          action={actions.takingBack}
          fields={{ intent: 'take-back-sale', converter: id }}
        >
          Take back<span className="sr-only"> the sale: {name}</span>
        </ActionButton>
      )
    );
  return (
    <span className="flex flex-wrap gap-2">
      {maySell && (
        <Button size="small" onClick={onSell}>
          Note the sale…<span className="sr-only"> {name}</span>
        </Button>
      )}
      <ActionButton
        size="small"
        action={actions.deleting}
        fields={{ intent: 'delete-converter', converter: id }}
      >
        Delete<span className="sr-only"> {name}</span>
      </ActionButton>
    </span>
  );
}
