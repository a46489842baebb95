export async function loadPartSuggestions() {
  return (await import('./part-suggestions.tsx')).PartSuggestions;
}
