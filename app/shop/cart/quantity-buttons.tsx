import { Icon } from '#kit/icons/icon.tsx';
import { Button } from '#kit/button.tsx';

interface QuantityButtonsProps {
  name: string;
  quantity: number;
  canAdd: boolean;
  onQuantity: (quantity: number) => void;
}

export function QuantityButtons({ name, quantity, canAdd, onQuantity }: QuantityButtonsProps) {
  return (
    <div role="group" aria-label={`Quantity of ${name}`} className="flex items-center">
      <Button size="icon" aria-label="Decrease quantity" onClick={() => onQuantity(quantity - 1)}>
        <Icon name="Minus" />
      </Button>
      <output className="min-w-12 text-center font-semibold tabular-nums">{quantity}</output>
      <Button
        size="icon"
        aria-label="Increase quantity"
        disabled={!canAdd}
        onClick={() => onQuantity(quantity + 1)}
      >
        <Icon name="Plus" />
      </Button>
    </div>
  );
}
