/** The endpoint of REST for assistants. */
export const AGENTS_PATH = '/api/ucp';
/** The endpoint of MCP. */
export const MCP_PATH = `${AGENTS_PATH}/mcp`;
