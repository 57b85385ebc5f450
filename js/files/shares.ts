/** One budget for several: who wants less than an even share leaves the rest to the others. */

/**
 * Max-min fair shares: no share grows but at the cost of a larger one.
 *
 * @param wanted - what each would take, at least 0
 * @param budget - for all of them
 * @returns a share for each, in the same order, at most what it wants; whole numbers, whose sum is at most the budget
 */
export function fairShares(wanted: readonly number[], budget: number): number[] {
  const shares = wanted.map(() => 0);
  const order = wanted.map((_, index) => index).sort((a, b) => at(wanted, a) - at(wanted, b));
  let left = Math.max(0, budget);
  order.forEach((index, taken) => {
    const even = Math.floor(left / (order.length - taken));
    const share = Math.min(at(wanted, index), even);
    shares[index] = share;
    left -= share;
  });
  return shares;
}

function at(numbers: readonly number[], index: number): number {
  return numbers[index] ?? 0;
}
