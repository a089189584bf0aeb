import { rounded } from '../gateway/statistics.ts'
import type { Result } from '../result.ts'

/** Creates a result and prints it at once. @param most the upper limit; without it the result has no aim */
export function figure(metric: string, value: number, unit: string, most?: number, spread?: string): Result {
  print(`  ${metric}: ${rounded(value)} ${unit}`)
  return {
    metric,
    value: rounded(value),
    unit,
    ...(spread === undefined ? {} : { spread }),
    aim: most === undefined ? 'none' : `≤ ${most}`,
    met: most === undefined || value <= most,
  }
}

/** Prints progress, because the measurements take minutes. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
