import { Button } from '../button.tsx';

interface ShowNewsProps {
  /** Example: 'Show 2 changes'. Null if nothing is new. */
  label: string | null;
  onShow: () => void;
  className?: string;
}

/** Shows a button that loads news. Its space is reserved, so that nothing moves. */
export function ShowNews({ label, onShow, className = '' }: ShowNewsProps) {
  return (
    <div role="status" className={`flex min-h-9 items-center ${className}`}>
      {label !== null && (
        <Button size="small" onClick={onShow}>
          {label}
        </Button>
      )}
    </div>
  );
}
