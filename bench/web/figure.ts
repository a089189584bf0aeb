import { rounded } from '../gateway/statistics.ts'
import type { Result } from '../result.ts'

/** Makes a result with an upper limit, or with no aim, and prints it at once. */
export function figure(metric: string, value: number, unit: string, most?: number, around?: string): Result {
  print(`  ${metric}: ${rounded(value)} ${unit}`)
  return {
    metric,
    value: rounded(value),
    unit,
    ...(around === undefined ? {} : { spread: around }),
    aim: most === undefined ? 'as it is' : `≤ ${most}`,
    met: most === undefined || value <= most,
  }
}

/** Shows progress: the measurements take minutes. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
