import { parseArgs } from 'node:util'
import { type Trial, tryMutants } from '../tests/mutations/mutations.ts'
import { compileRelay } from './build.ts'
import { failWith } from './settings.ts'
import { ensureTestTools } from './tools.ts'

/** The share of random changes that tests should notice. */
const aim = 0.9

// Exiting also ends the tests, and removes the copy of the project.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

/** The folders with the product's code. They are the default of the command. */
const product = ['config', 'gateway', 'http', 'schema', 'services', 'web']

/**
 * `npm run test:mutations -- [folder…] [--count 100] [--skip 0] [--seed 1] [--near]`: makes random small changes in
 * a copy of the project, one at a time, and lists those that no test notices. Exits with 1 if the aim is missed.
 */
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      count: { type: 'string', default: '100' },
      skip: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      near: { type: 'boolean', default: false },
    },
  })
  const [count, skip, seed] = [Number(values.count), Number(values.skip), Number(values.seed)]
  if (![count, skip, seed].every(Number.isInteger))
    throw new Error('npm run test:mutations -- [folder…] [--count 100] [--skip 0] [--seed 1] [--near]')
  const folders = positionals.length > 0 ? positionals : product
  await ensureTestTools()
  await compileRelay()
  const trials: Trial[] = []
  await tryMutants(folders, { count, skip, seed, near: values.near }, (trial) => {
    trials.push(trial)
    process.stdout.write(lineOf(trial))
  })
  const effective = trials.filter(({ noEffect }) => noEffect === null)
  const survivors = effective.filter(({ noticedBy }) => noticedBy === null)
  const noticed = effective.length - survivors.length
  if (survivors.length > 0) process.stdout.write(`\nSurvived:\n${survivors.map(lineOf).join('')}`)
  const percent = Math.floor((noticed / effective.length) * 100)
  process.stdout.write(
    `\n${noticed} of ${effective.length} noticed (${percent} %; the aim is ${aim * 100} %). ` +
      `${trials.length - effective.length} more have no effect (tests/mutations/equivalents.ts).\n`,
  )
  process.exit(noticed >= effective.length * aim ? 0 : 1)
} catch (error) {
  failWith(error)
}

function lineOf({ mutant, before, after, noticedBy, noEffect }: Trial): string {
  const verdict = noEffect !== null ? 'NO EFFECT' : noticedBy === null ? 'SURVIVED' : 'noticed'
  const note = noEffect ?? (noticedBy === null ? null : `by ${noticedBy}`)
  return `${verdict} ${mutant.path}:${mutant.line}\n    - ${before}\n    + ${after}\n${note === null ? '' : `    ${note}\n`}`
}
