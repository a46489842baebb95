import { Icon } from './icons/icon.tsx';

/** Something is on its way. Decoration only: the text beside it says what. */
export function Spinner() {
  return <Icon name="LoaderCircle" className="animate-spin motion-reduce:animate-none" />;
}
