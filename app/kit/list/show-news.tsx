import { Button } from '../button.tsx';

interface ShowNewsProps {
  /** Such as 'Show 2 changes', or null. */
  label: string | null;
  onShow: () => void;
  className?: string;
}

/** A button for what is new. Its space is reserved, so that nothing moves. */
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
