import { useEffect, useState } from 'react';

/** True after `value` has been true for some milliseconds. */
export function useDelayedFlag(value: boolean, delay: number): boolean {
  const [flag, setFlag] = useState(false);
  useEffect(() => {
    if (!value) return;
    const timer = setTimeout(() => setFlag(true), delay);
    return () => {
      clearTimeout(timer);
      setFlag(false);
    };
  }, [value, delay]);
  return value && flag;
}
