declare module 'virtual:lazy-files' {
  /** The addresses of the files that a lazy module needs, by its path within `app`. See vite.config.ts. */
  const lazyFiles: Record<string, string[]>;
  export default lazyFiles;
}
