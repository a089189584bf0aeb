import { globSync, readFileSync, statSync } from 'node:fs'
import { seededRandom } from '../faults/random.ts'
import { findMutants, type Mutant } from './findMutants.ts'
import { runTests } from './runTests.ts'
import { testsNear } from './testsNear.ts'
import { copyProject, type WorkingCopy } from './workingCopy.ts'

export interface Options {
  /** How many mutants to try. */
  readonly count: number
  /** The same seed chooses the same mutants of the same sources. */
  readonly seed: number
  /** Run only the tests of the file's folder, instead of all that load the file. */
  readonly near: boolean
}

/** A mutant that was tried. */
export interface Trial {
  readonly mutant: Mutant
  /** The source of its line, before and after. */
  readonly before: string
  readonly after: string
  /** The test that noticed it; null if it survived. */
  readonly noticedBy: string | null
}

/** Tests with a mutant may take this many times as long as without, and this long (ms) in addition. */
const patience = { factor: 3, milliseconds: 60_000 }
const longestRun = 30 * 60_000

/**
 * Changes the sources of a folder or file, one small random change at a time, and runs the tests after each.
 * @throws Error if the tests fail without a change
 */
export async function tryMutants(folder: string, options: Options, report: (trial: Trial) => void): Promise<void> {
  const mutants = sourcesIn(folder).flatMap((path) => findMutants(path, readFileSync(path, 'utf8')))
  if (mutants.length === 0) throw new Error(`There is nothing to change in ${folder}.`)
  const copy = await copyProject()
  const usual = new UsualTimes(copy)
  for (const mutant of choose(mutants, options)) {
    const source = copy.read(mutant.path)
    const changed = source.slice(0, mutant.start) + mutant.replacement + source.slice(mutant.end)
    const near = ['run', ...testsNear(mutant.path)]
    const timeout = (await usual.of(near)) * patience.factor + patience.milliseconds
    copy.write(mutant.path, changed)
    let { failed } = await runTests(copy, near, timeout)
    if (failed === null && !options.near) ({ failed } = await runTests(copy, ['related', mutant.path], longestRun))
    copy.write(mutant.path, source)
    report({ mutant, before: lineAt(source, mutant.start), after: lineAt(changed, mutant.start), noticedBy: failed })
  }
}

function sourcesIn(folder: string): string[] {
  const paths = statSync(folder).isFile() ? [folder] : globSync(`${folder}/**/*.{ts,tsx}`)
  return paths.filter((path) => !/__generated__|\.d\.ts$/.test(path)).toSorted()
}

function choose(mutants: readonly Mutant[], { count, seed }: Options): Mutant[] {
  const random = seededRandom(seed)
  const rest = [...mutants]
  const chosen: Mutant[] = []
  while (chosen.length < count && rest.length > 0) chosen.push(...rest.splice(Math.floor(random() * rest.length), 1))
  return chosen
}

function lineAt(source: string, position: number): string {
  const start = source.lastIndexOf('\n', position - 1) + 1
  const end = source.indexOf('\n', position)
  return source.slice(start, end === -1 ? undefined : end).trim()
}

/** How long tests take without a mutant, in ms. */
class UsualTimes {
  readonly #copy: WorkingCopy
  readonly #known = new Map<string, number>()

  constructor(copy: WorkingCopy) {
    this.#copy = copy
  }

  async of(selection: readonly string[]): Promise<number> {
    const name = selection.join(' ')
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const { failed, milliseconds, output } = await runTests(this.#copy, selection, longestRun)
    if (failed !== null) throw new Error(`The tests fail without a change (vitest ${name}): ${failed}\n${output}`)
    this.#known.set(name, milliseconds)
    return milliseconds
  }
}
