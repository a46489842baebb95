/** The endpoint of REST for assistants. */
export const AGENTS_PATH = '/api/ucp';
/** Assistants search the catalog by POST below this path, and change nothing. */
export const CATALOG_PATH = `${AGENTS_PATH}/catalog/`;
/** The endpoint of MCP. */
export const MCP_PATH = `${AGENTS_PATH}/mcp`;
