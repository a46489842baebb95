import { Icon } from '#ui/icons/icon.tsx';

/** An icon in narrow lists (parts.css). The button needs an aria-label. */
export function AddLabel() {
  return (
    <>
      <Icon name="ShoppingCart" className="add-icon" />
      <span className="add-text">Add to Cart</span>
    </>
  );
}
