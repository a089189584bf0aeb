import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { failWith } from './settings.ts'
import { ensureTestTools } from './tools.ts'

/** One fault, as `tests/faults` reports it. */
interface Trial {
  readonly upstream: string
  readonly fault: string
  readonly measures: readonly { name: string; shown: string; met: boolean; detail: string }[]
}
type Run = (
  filters: readonly string[],
  report: (trial: Trial) => void,
  options: { readonly small: boolean },
) => Promise<void>

const suite = z.object({ run: z.custom<Run>((value) => typeof value === 'function') })

// Exiting also ends the processes that were started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

/**
 * `npm run test:faults -- gateway [upstream …] [fault …]`: makes upstreams fail under load.
 * `npm run test:faults -- work [downloads|exports|import|orders|retention]`: kills the services in the middle of long
 * work. `npm run test:faults -- flood [kind …] [rounds]`: floods the product, and measures what another customer
 * notices. `npm run test:faults -- topology [s3|roll|kill|hang|database]`: runs the product with replicas of each
 * part, and replaces, kills and stops them. Prints a table, and exits with 1 if an aim is missed. `--small` runs in
 * seconds, to show that all of this works.
 */
try {
  const { values: options, positionals } = parseArgs({
    allowPositionals: true,
    options: { small: { type: 'boolean', default: false } },
  })
  const [name = 'gateway', ...filters] = positionals
  if (!existsSync(`tests/faults/${name}.ts`))
    throw new Error(`There is no fault test named ${name}. Use gateway, work, flood or topology.`)
  await ensureTestTools()
  const { run } = suite.parse(await import(`../tests/faults/${name}.ts`))
  const rows: Record<string, string>[] = []
  const report = ({ upstream, fault, measures }: Trial) => {
    const failed = measures.filter(({ met }) => !met)
    const verdict = failed.length === 0 ? 'met' : `missed: ${failed.map((measure) => measure.name).join(', ')}`
    process.stdout.write(`${upstream} ${fault}: ${verdict}\n`)
    for (const measure of failed) process.stdout.write(`  ${measure.name}: ${measure.shown}. ${measure.detail}\n`)
    const figures = measures.map(({ name, shown, met }) => [name, met ? shown : `${shown} !`])
    rows.push({ upstream, fault, ...Object.fromEntries(figures), aims: failed.length === 0 ? 'met' : 'MISSED' })
  }
  await run(filters, report, options)
  console.table(rows)
  const met = rows.filter(({ aims }) => aims === 'met').length
  process.stdout.write(`${met} of ${rows.length} met their aims\n`)
  process.exit(met === rows.length && met > 0 ? 0 : 1)
} catch (error) {
  failWith(error)
}
