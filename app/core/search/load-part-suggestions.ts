export async function loadPartSuggestions() {
  return (await import('./ui/part-suggestions.tsx')).PartSuggestions;
}
