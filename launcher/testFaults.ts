import { existsSync } from 'node:fs'
import { z } from 'zod'
import { failWith } from './settings.ts'
import { ensureTestTools } from './tools.ts'

/** As `tests/faults` reports it. */
interface Trial {
  readonly upstream: string
  readonly fault: string
  readonly measures: readonly { name: string; shown: string; met: boolean; detail: string }[]
}
type Run = (filters: readonly string[], report: (trial: Trial) => void) => Promise<void>

const suite = z.object({ run: z.custom<Run>((value) => typeof value === 'function') })

// So that the processes that were started end, too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

/**
 * `npm run test:faults -- gateway [photos|site|identity|customers|downloads] [fault …]`: makes upstreams fail under load;
 * `npm run test:faults -- work [downloads|exports|import|retention]`: kills the services in the middle of long work. Prints
 * a table, and ends with 1 when an aim is missed.
 */
try {
  const [name = 'gateway', ...filters] = process.argv.slice(2)
  if (!existsSync(`tests/faults/${name}.ts`))
    throw new Error(`There are no faults for ${name}. There are: gateway, work.`)
  await ensureTestTools()
  const { run } = suite.parse(await import(`../tests/faults/${name}.ts`))
  const rows: Record<string, string>[] = []
  const missed: string[] = []
  await run(filters, ({ upstream, fault, measures }) => {
    const failed = measures.filter(({ met }) => !met)
    const verdict = failed.length === 0 ? 'met' : `missed: ${failed.map((measure) => measure.name).join(', ')}`
    process.stdout.write(`${upstream} ${fault}: ${verdict}\n`)
    for (const measure of failed)
      missed.push(`${upstream} ${fault}, ${measure.name}: ${measure.shown}. ${measure.detail}`)
    const figures = measures.map(({ name, shown, met }) => [name, met ? shown : `${shown} !`])
    rows.push({ upstream, fault, ...Object.fromEntries(figures), aims: failed.length === 0 ? 'met' : 'MISSED' })
  })
  console.table(rows)
  for (const line of missed) process.stdout.write(`${line}\n`)
  process.stdout.write(`${rows.filter(({ aims }) => aims === 'met').length} of ${rows.length} met their aims\n`)
  process.exit(missed.length === 0 && rows.length > 0 ? 0 : 1)
} catch (error) {
  failWith(error)
}
