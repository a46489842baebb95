import { type ReactNode, useState } from 'react';
import { stockNewsTexts } from '#core/live/live.ts';
import { useLivePart } from '#core/live/ui/live-store.ts';
import type { CardPart } from '#core/catalog/card-part.ts';
import { canBeBought, isInStock } from '#core/catalog/part.ts';
import { Button, type ButtonProps } from '#kit/button.tsx';
import { classNames } from '#kit/class-names.ts';
import { showToast } from '#kit/show-toast.ts';
import { partWithVehicle } from '#core/catalog/part-address.ts';

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
      data-buy=""
      aria-disabled={isAvailable ? undefined : true}
      // The app enables it when it has started: useAppStart.
      disabled={import.meta.env.SSR}
      suppressHydrationWarning
      onClick={() => (isAvailable ? onBuy(part) : refuse())}
    />
  );
}

/** Says what Buy Now does; without JavaScript, what the buttons need. */
export function BuyNowNote({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <p className={classNames('text-sm text-muted', className)}>
      <span className="noscript:hidden">{children}</span>
      <span className="hidden noscript:inline">Add to Cart and Buy Now need JavaScript.</span>
    </p>
  );
}

interface AddWhenBackProps {
  part: CardPart;
  onAdd: (part: CardPart) => void;
  /** The content for a part that can't be bought. */
  children: ReactNode;
}

/**
 * Replaces its children by Add to Cart when the part can be bought again: in their place and size, and not while the shopper
 * points at them or uses them. A dialog that they open is in use while it has the focus, whose events bubble to here.
 */
export function AddWhenBack({ part, onAdd, children }: AddWhenBackProps) {
  const { part: now } = useLivePart(part);
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const [partThatIsBack, setPartThatIsBack] = useState<CardPart>();
  const isBack = partThatIsBack === part;
  if (!isBack && canBeBought(now) && !isPointedAt && !hasFocus) setPartThatIsBack(part);
  return (
    <>
      <div
        // Hidden, not removed: a dialog may still be open.
        className={isBack ? 'hidden' : 'grid flex-1'}
        onPointerOver={({ currentTarget, target }) => setPointedAt(currentTarget.contains(target as Node))}
        onPointerLeave={() => setPointedAt(false)}
        onFocus={() => setHasFocus(true)}
        onBlur={({ currentTarget, target }) => {
          // The focus returns here from a dialog, and stays here while another window is used.
          if (currentTarget.contains(target) && target !== document.activeElement) setHasFocus(false);
        }}
      >
        {children}
      </div>
      {isBack && (
        <BuyButton
          part={part}
          variant="primary"
          className="add-button"
          aria-label={`Add to Cart: ${partWithVehicle(part)}`}
          onBuy={onAdd}
        >
          Add to Cart
        </BuyButton>
      )}
    </>
  );
}
