/** The Read tool as a server of the Model Context Protocol. Needs `@modelcontextprotocol/sdk`. */
export { createMcpHandler, type McpHandler, type McpHandlerOptions } from './fetch_handler.js';
export type { RequestRules } from './request_guard.js';
export type { McpServerOptions } from './operations.js';
export { createMcpServer } from './server.js';
