export type Problems = Record<string, string>;

/** Runs the browser's validation and focuses the first invalid field. */
export function checkForm(form: HTMLFormElement): Problems {
  const problems: Problems = {};
  for (const field of form.elements) {
    if (!isField(field) || field.validity.valid) continue;
    const label = field.labels?.[0]?.textContent ?? field.name;
    problems[field.name] = field.validity.valueMissing
      ? `${label} is required`
      : 'Please enter a valid email address';
  }
  focusFirst(form, problems);
  return problems;
}

export function toProblems(
  form: HTMLFormElement,
  { field, error }: { field?: string; error: string },
): Problems {
  const problems = field !== undefined && form.elements.namedItem(field) ? { [field]: error } : {};
  focusFirst(form, problems);
  return problems;
}

function focusFirst(form: HTMLFormElement, problems: Problems): void {
  const [first] = Object.keys(problems);
  const field = first === undefined ? null : form.elements.namedItem(first);
  if (field instanceof HTMLElement) field.focus();
}

type FormField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function isField(element: Element): element is FormField {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  );
}
