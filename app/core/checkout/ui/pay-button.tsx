import { useEffect } from 'react';
import { useNavigation } from 'react-router';
import { Button } from '#kit/button.tsx';
import { buttonClasses } from '#kit/button-classes.ts';

interface PayButtonProps {
  label: string;
  /** The payment page, once it is known. */
  url: string | undefined;
  className?: string;
}

/** Goes on to the payment page as soon as its address is known. Without JavaScript, the answer is a link. */
export function PayButton({ label, url, className }: PayButtonProps) {
  const isBusy = useNavigation().state !== 'idle';
  useEffect(() => {
    if (url !== undefined) window.location.assign(url);
  }, [url]);
  if (url === undefined) {
    return (
      <Button type="submit" variant="primary" busy={isBusy} className={className}>
        {label}
      </Button>
    );
  }
  return (
    <a href={url} className={buttonClasses({ variant: 'primary' }, className)}>
      Continue to the payment page
    </a>
  );
}
