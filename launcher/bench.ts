import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { Result } from '../bench/result.ts'
import { buildIfStale } from './build.ts'
import { failWith } from './settings.ts'
import { ensureTestTools } from './tools.ts'

const all = ['gateway', 'overload', 'upload', 'library', 'archives', 'web', 'bundle']

const benchmark = z.object({
  run: z.custom<(options: { profile: boolean }) => Promise<Result[]>>((value) => typeof value === 'function'),
})

/**
 * `npm run bench -- <name> [--profile]`: measures, prints a table, writes `bench/results/<name>.json`. Some can write
 * profiles of what they measure, too.
 */
try {
  const { values, positionals: named } = parseArgs({
    allowPositionals: true,
    options: { profile: { type: 'boolean', default: false } },
  })
  const unknown = named.filter((name) => !existsSync(`bench/${name}.ts`))
  if (unknown.length > 0) throw new Error(`There is no benchmark ${unknown.join(', ')}. There are: ${all.join(', ')}.`)
  await ensureTestTools()
  await buildIfStale()
  mkdirSync('bench/results', { recursive: true })
  for (const name of named.length > 0 ? named : all) {
    const results = await benchmark.parse(await import(`../bench/${name}.ts`)).run(values)
    writeFileSync(`bench/results/${name}.json`, `${JSON.stringify(results, null, 2)}\n`)
    process.stdout.write(`\n${name}\n`)
    console.table(results)
  }
  process.exit(0)
} catch (error) {
  failWith(error)
}
