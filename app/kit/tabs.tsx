import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Tabs as Base } from '@base-ui/react/tabs';

interface TabItem {
  value: string;
  label: ReactNode;
  content: ReactNode;
}

interface TabsProps {
  label: string;
  items: readonly TabItem[];
  /** A value makes the tabs controlled. */
  value?: string;
  defaultValue?: string;
  onValueChange?: (value: string) => void;
}

export function Tabs(props: TabsProps) {
  const { label, items, value, defaultValue = items[0]?.value, onValueChange } = props;
  const [chosen, setChosen] = useState(defaultValue);
  const { list, cut } = useScrolledList(value ?? chosen);
  return (
    <Base.Root
      value={value}
      defaultValue={value === undefined ? defaultValue : undefined}
      onValueChange={(next: string) => {
        setChosen(next);
        onValueChange?.(next);
      }}
    >
      <div className="tabs border-b border-line">
        <Base.List
          ref={list}
          aria-label={label}
          activateOnFocus
          data-cut={cut}
          className="tab-list -mb-px flex gap-1 overflow-x-auto"
        >
          {items.map((item) => (
            <Base.Tab
              key={item.value}
              value={item.value}
              data-tab={item.value}
              className="min-h-11 shrink-0 border-b-3 border-transparent px-4 py-2 font-semibold whitespace-nowrap text-muted transition-colors hover:text-ink focus-visible:-outline-offset-2 data-active:border-action data-active:text-ink"
            >
              {item.label}
            </Base.Tab>
          ))}
        </Base.List>
      </div>
      {items.map((item) => (
        <Base.Panel key={item.value} value={item.value} className="pt-5">
          {item.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}

/** Keeps the chosen tab in sight. `cut` says at which ends the list is cut off: '', 'start', 'end' or 'start end'. */
function useScrolledList(chosen: string | undefined) {
  const list = useRef<HTMLDivElement>(null);
  const [cut, setCut] = useState('');
  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const measure = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element;
      const isCut = [scrollLeft > 1 && 'start', scrollLeft + clientWidth < scrollWidth - 1 && 'end'];
      setCut(isCut.filter(Boolean).join(' '));
    };
    const showChosen = () => {
      const tab = [...element.querySelectorAll<HTMLElement>('[data-tab]')].find(
        ({ dataset }) => dataset['tab'] === chosen,
      );
      // scrollIntoView would scroll the page too.
      if (tab) element.scrollLeft = tab.offsetLeft - (element.clientWidth - tab.offsetWidth) / 2;
    };
    const observer = new ResizeObserver(() => {
      showChosen();
      measure();
    });
    // The tabs are observed too, because a late font changes only their widths.
    for (const sized of [element, ...element.children]) observer.observe(sized);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [chosen]);
  return { list, cut };
}
