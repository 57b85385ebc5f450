/** Numbers as people read them. */

const kUnits = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** "17 bytes", "1.2 MB": decimal units with at most three digits. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < kUnits.length - 1) {
    value /= 1000;
    unit++;
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : 1;
  return `${value.toFixed(digits)} ${kUnits[unit]}`;
}

/** "1,234". */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
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
