import { useEffect, useRef } from 'react';

/** Keeps a half-written text in the tab's session, so that another screen or a reload does not lose it. */
export function useAnswerDraft(name: string) {
  const field = useRef<HTMLTextAreaElement>(null);
  const key = `answer ${name}`;
  useEffect(() => {
    const draft = sessionStorage.getItem(key);
    if (draft && field.current?.value === '') field.current.value = draft;
  }, [key]);
  return {
    field,
    save: (text: string) => sessionStorage.setItem(key, text),
    clear() {
      sessionStorage.removeItem(key);
      if (field.current) field.current.value = '';
    },
  };
}
