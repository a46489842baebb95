import { Icon } from './icons/icon.tsx';

/** Shows decoration only: the text beside it must name the task. */
export function Spinner() {
  return <Icon name="LoaderCircle" className="animate-spin motion-reduce:animate-none" />;
}
