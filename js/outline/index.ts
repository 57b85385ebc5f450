/** Outlines of code by syntax trees, for a tool: with grammars of tree-sitter, or others of its form, that the program lends. */
export { type GrammarOptions, withGrammars } from './grammars.js';
export type { Grammar, SyntaxNode, SyntaxTree } from './syntax.js';
