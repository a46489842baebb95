declare module 'virtual:lazy-files' {
  /** The addresses of the files that a lazy view needs, by its name. See vite.config.ts. */
  const lazyFiles: Record<string, string[]>;
  export default lazyFiles;
}
