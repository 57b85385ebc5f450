/** The Read tool as a server of the Model Context Protocol. Needs `@modelcontextprotocol/sdk`. */
export { createMcpHandler, type McpHandler, type McpHandlerOptions } from './fetch_handler.js';
export type { RequestRules } from './request_guard.js';
export { createMcpServer, type McpServerOptions } from './server.js';
