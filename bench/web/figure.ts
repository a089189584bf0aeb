import { loadavg } from 'node:os'
import { rounded } from '../gateway/statistics.ts'
import type { Result } from '../result.ts'

/** Creates a result and prints it immediately. @param most the upper limit. Without a limit, the result has no aim */
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

/** The load of the machine. If other programs used the processor, the measured times of the browser are too high. */
export function loadFigure(): Result {
  return figure('load of the machine in the last minute: 1 or 2 when nothing else runs', loadavg()[0] ?? Number.NaN, '')
}

/** Prints progress, because the measurements take minutes. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
