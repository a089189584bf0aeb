import { parseArgs } from 'node:util'
import { type Trial, tryMutants } from '../tests/mutations/mutations.ts'
import { failWith } from './settings.ts'
import { ensureTestTools } from './tools.ts'

/** The share of random changes that tests should notice. */
const aim = 0.9

// Exiting also ends the tests, and removes the copy of the project.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

/**
 * `npm run test:mutations -- <folder> [--count 100] [--seed 1] [--near]`: makes random small changes in a copy of the
 * project, one at a time, and lists those that no test notices. Exits with 1 if the aim is missed.
 */
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      count: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      near: { type: 'boolean', default: false },
    },
  })
  const [folder] = positionals
  const [count, seed] = [Number(values.count), Number(values.seed)]
  if (folder === undefined || !Number.isInteger(count) || !Number.isInteger(seed))
    throw new Error('Name a folder: npm run test:mutations -- services/photos [--count 100] [--seed 1] [--near]')
  await ensureTestTools()
  const trials: Trial[] = []
  await tryMutants(folder, { count, seed, near: values.near }, (trial) => {
    trials.push(trial)
    process.stdout.write(lineOf(trial))
  })
  const survivors = trials.filter(({ noticedBy }) => noticedBy === null)
  const noticed = trials.length - survivors.length
  if (survivors.length > 0) process.stdout.write(`\nSurvived:\n${survivors.map(lineOf).join('')}`)
  const percent = Math.floor((noticed / trials.length) * 100)
  process.stdout.write(`\n${noticed} of ${trials.length} noticed (${percent} %; the aim is ${aim * 100} %)\n`)
  process.exit(noticed >= trials.length * aim ? 0 : 1)
} catch (error) {
  failWith(error)
}

function lineOf({ mutant, before, after, noticedBy }: Trial): string {
  const verdict = noticedBy === null ? 'SURVIVED' : 'noticed '
  const test = noticedBy === null ? '' : `    by ${noticedBy}\n`
  return `${verdict} ${mutant.path}:${mutant.line}\n    - ${before}\n    + ${after}\n${test}`
}
