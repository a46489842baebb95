import { stockNewsTexts } from '#core/live/live.ts';
import { useLivePart } from '#core/live/ui/live-store.ts';
import type { CardPart } from '#core/catalog/card-part.ts';
import { canBeBought, isInStock } from '#core/catalog/part.ts';
import { Button, type ButtonProps } from '#kit/button.tsx';
import { showToast } from '#kit/show-toast.ts';
import { ADD_FORM } from './add-form.tsx';

interface BuyButtonProps extends Omit<ButtonProps, 'onClick' | 'part'> {
  part: CardPart;
  /** Gets the part as it is now. */
  onBuy: (part: CardPart) => void;
}

/** Keeps its place and the focus if the part is sold meanwhile. A click then says why. */
export function BuyButton({ part: loaded, onBuy, ...rest }: BuyButtonProps) {
  const { part, news } = useLivePart(loaded);
  const isAvailable = canBeBought(part);

  function refuse() {
    const stockText = news.stock ? stockNewsTexts[news.stock] : 'Out of Stock';
    const title = isInStock(part) ? 'Price on request' : stockText;
    void showToast({ kind: 'error', title, description: part.name });
  }

  return (
    <Button
      {...rest}
      type="submit"
      form={ADD_FORM}
      name="add"
      value={part.id}
      aria-disabled={isAvailable ? undefined : true}
      // WAIT_SCRIPT disables it.
      suppressHydrationWarning
      onClick={(event) => {
        event.preventDefault();
        if (isAvailable) onBuy(part);
        else refuse();
      }}
    />
  );
}
