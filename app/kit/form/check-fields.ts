/** Runs the browser's validation. Returns the name of each wrong field with its error. */
export function checkFields(form: HTMLFormElement): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const field of form.elements) {
    if (!isField(field) || field.validity.valid) continue;
    const label = field.labels?.[0]?.textContent ?? field.name;
    errors[field.name] = field.validity.valueMissing
      ? `${label} is required`
      : 'Please enter a valid email address';
  }
  return errors;
}

function isField(element: Element): element is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  );
}
