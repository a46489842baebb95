import { type ReactNode, useState } from 'react';
import { useLivePart } from '#core/live/ui/live-store.ts';
import { partWithVehicle } from '#core/catalog/part-address.ts';
import type { CardPart } from '#core/catalog/card-part.ts';
import { canBeBought } from '#core/catalog/part.ts';
import { BuyButton } from './buy-button.tsx';

interface AddWhenBackProps {
  part: CardPart;
  onAdd: (part: CardPart) => void;
  /** For a part that can't be bought. */
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
          // From a dialog, the focus returns to here. While another window is used, it stays.
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
