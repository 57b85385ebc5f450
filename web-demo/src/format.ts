/** Numbers as people read them. */

const kUnits = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** "17 bytes", "3 KB", "1.2 MB": as the core writes sizes, where 1 KB is 1024 bytes. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < kUnits.length - 1) {
    value /= 1024;
    unit++;
  }
  const digits = unit < 2 ? 0 : 1;
  return `${value.toFixed(digits)} ${kUnits[unit]}`;
}

/** "1,234". */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** A line of the core with its numbers written as on the rest of the page; what it quotes stays as it is. */
export function formatNumbers(text: string): string {
  return text.replace(/"[^"]*"|(\d+)x(\d+)|\d{4,}/g, (match, width?: string, height?: string) => {
    if (match.startsWith('"')) return match;
    return [width ?? match, height]
      .filter((digits) => digits !== undefined)
      .map((digits) => formatCount(Number(digits)))
      .join(' × ');
  });
}

/** "0.4 ms", "120 ms", "3.2 s". */
export function formatDuration(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`;
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

/** "1 page", "2 pages". */
export function plural(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
