/** Returns the quantile of 0.5. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/**
 * Returns the smallest of the values such that at least `part` of them are less than or equal to it.
 * @param part 0 to 1, such as 0.99 for the 99th percentile
 */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN
}

/** Returns the quartiles as text. Half of the values lie between them. */
export function spread(values: readonly number[]): string {
  return `${rounded(quantile(values, 0.25))}–${rounded(quantile(values, 0.75))}`
}

/** Rounds to two decimals. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
