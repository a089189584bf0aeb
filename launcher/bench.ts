import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { type BenchOptions, type Result, resultsFolder } from '../bench/result.ts'
import { buildIfStale } from './build.ts'
import { failWith } from './settings.ts'
import { ensureTestTools } from './tools.ts'

const all = [
  'gateway',
  'overload',
  'upload',
  'memory',
  'library',
  'orders',
  'archives',
  'web',
  'firstTile',
  'bundle',
  'books',
]

const benchmark = z.object({
  run: z.custom<(options: BenchOptions) => Promise<Result[]>>((value) => typeof value === 'function'),
})

/**
 * `npm run bench -- [name …] [--profile] [--small]`: measures, prints a table and writes it to
 * `bench/results/<name>.json`. `--profile` also writes CPU profiles. `--small` runs in seconds on tiny inputs, to show
 * that a benchmark works.
 */
try {
  const { values: options, positionals: names } = parseArgs({
    allowPositionals: true,
    options: { profile: { type: 'boolean', default: false }, small: { type: 'boolean', default: false } },
  })
  const unknown = names.filter((name) => !all.includes(name))
  if (unknown.length > 0) throw new Error(`There is no benchmark ${unknown.join(', ')}. Use: ${all.join(', ')}.`)
  await ensureTestTools()
  await buildIfStale()
  const folder = resultsFolder(options)
  mkdirSync(folder, { recursive: true })
  for (const name of names.length > 0 ? names : all) {
    const results = await benchmark.parse(await import(`../bench/${name}.ts`)).run(options)
    writeFileSync(`${folder}/${name}.json`, `${JSON.stringify(results, null, 2)}\n`)
    process.stdout.write(`\n${name}\n`)
    console.table(results)
  }
  process.exit(0)
} catch (error) {
  failWith(error)
}
