/** What an outline takes of a syntax tree: the declarations, with their lines. */

/** A node, as tree-sitter's are. */
export interface SyntaxNode {
  readonly type: string;
  /** Rows count from 0. */
  readonly startPosition: { readonly row: number; readonly column: number };
  readonly endPosition: { readonly row: number; readonly column: number };
  readonly namedChildren: readonly (SyntaxNode | null)[];
  childForFieldName(name: string): SyntaxNode | null;
}

/** A tree, as tree-sitter's are. It is deleted when it has been read. */
export interface SyntaxTree {
  readonly rootNode: SyntaxNode;
  delete?(): void;
}

/** A language that the program can parse. */
export interface Grammar {
  /** Its name, as the outline's first line shows it: "Swift". */
  name: string;
  /** The ends of its files' names: ".swift". */
  extensions: readonly string[];
  /** Parses a whole text. @returns null when it cannot be parsed */
  parse(text: string): SyntaxTree | null;
  /**
   * Types of the nodes that are listed.
   * @defaultValue what has a name or a declarator and whose type ends in `declaration`, `definition`, `item`, `specifier`, `module`, `class`,
   *   `method`, `namespace` or `interface`
   */
  declarations?: readonly string[];
}

/** One line of an outline. */
export interface OutlineEntry {
  /** From 1. */
  first: number;
  last: number;
  /** The line that names it; decorators stand before it. */
  line: number;
  depth: number;
}

/** More nodes are not looked at. */
const kMaxNodes = 2_000_000;
const kDeclaration =
  /(?:^|_)(?:declaration|definition|item|specifier|module|class|method|namespace|interface)$/;
const kFunction = /function|method|constructor|lambda|subroutine|procedure|accessor/;
/** What belongs to the declaration in it: `@decorator`, `export`, `template <…>`. */
const kAround = /^(?:decorated_definition|export_statement|template_declaration)$/;

function hasName(node: SyntaxNode): boolean {
  return (node.childForFieldName('name') ?? node.childForFieldName('declarator')) !== null;
}

interface Step {
  node: SyntaxNode;
  depth: number;
  /** Where the declaration begins when what stands around it counts. */
  start?: number;
}

/**
 * The declarations of a tree in the order of the text. What stands in a function is its own matter.
 *
 * @returns undefined when the tree has too many nodes
 */
export function entriesOf(root: SyntaxNode, grammar: Grammar): OutlineEntry[] | undefined {
  const listed = grammar.declarations && new Set(grammar.declarations);
  const isListed = (node: SyntaxNode) =>
    listed ? listed.has(node.type) : kDeclaration.test(node.type) && hasName(node);
  const entries: OutlineEntry[] = [];
  // A stack: trees may be deeper than calls.
  const steps: Step[] = [{ node: root, depth: 0 }];
  for (let nodes = 0; steps.length > 0; ++nodes) {
    if (nodes === kMaxNodes) return undefined;
    const { node, depth, start } = steps.pop() as Step;
    const { startPosition: from, endPosition: to } = node;
    const isAround = kAround.test(node.type);
    const isEntry = !isAround && node !== root && isListed(node);
    if (isEntry) {
      const last = to.column === 0 && to.row > from.row ? to.row : to.row + 1;
      entries.push({ first: (start ?? from.row) + 1, last, line: from.row + 1, depth });
      if (kFunction.test(node.type)) continue;
    }
    const below = { depth: isEntry ? depth + 1 : depth, ...(isAround ? { start: from.row } : {}) };
    const children = node.namedChildren.filter((child) => child !== null);
    for (const child of children.reverse()) steps.push({ node: child, ...below });
  }
  return entries;
}
