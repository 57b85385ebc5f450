// Benchmarks as docs/benchmarks.md shows them.

const markdownRow = (cells) => `| ${cells.join(' | ')} |`;

/** What a benchmark prints with --json as Markdown: a table for each title, and what became of its goals. */
export function markdownOf(printed) {
  const lines = printed.trim().split('\n').map((line) => JSON.parse(line));
  const titles = [...new Set(lines.map(({ table }) => table))];
  return titles.map((title) => {
    const mine = lines.filter(({ table }) => table === title);
    const rows = mine.filter(({ row }) => row);
    const [{ columns }] = rows;
    const goals = mine.filter(({ goal }) => goal).map(({ goal, value, met }) => `- ${met ? 'met' : '**not met**'}: ${goal} (${value})`);
    const table = [columns, columns.map((_, i) => (i === 0 ? '---' : '--:')), ...rows.map(({ row }) => row)];
    return [`${title}:`, '', ...table.map(markdownRow), ...(goals.length > 0 ? ['', ...goals] : [])].join('\n');
  });
}
