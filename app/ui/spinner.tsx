import { LoaderCircle } from './icons/icons.tsx';

/** Something is on its way. Decoration only: the text beside it says what. */
export function Spinner() {
  return <LoaderCircle aria-hidden className="animate-spin motion-reduce:animate-none" />;
}
