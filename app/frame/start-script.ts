/** Runs before the first paint: applies the remembered view of lists (app/features/catalog/narrow/view.ts). */
export const START_SCRIPT = `try { document.documentElement.dataset.view = localStorage.getItem('parts-view') ?? ''; } catch {}`;
