import { globSync, readFileSync, statSync } from 'node:fs'
import { seededRandom } from '../support/random.ts'
import { noEffectOf } from './equivalents.ts'
import { findMutants, type Mutant } from './findMutants.ts'
import { runTests } from './runTests.ts'
import { testsNear } from './testsNear.ts'
import { copyProject, type WorkingCopy } from './workingCopy.ts'

export interface Options {
  /** How many mutants to try. */
  readonly count: number
  /** How many mutants to leave out first, so that a run can be done in slices. */
  readonly skip: number
  /** The same seed chooses the same mutants of the same sources. */
  readonly seed: number
  /** Run only the tests near the file, instead of all that load the file. */
  readonly near: boolean
}

/** A mutant that was tried. */
export interface Trial {
  readonly mutant: Mutant
  /** The source of the changed line, before and after the change. */
  readonly before: string
  readonly after: string
  /** The test that noticed the change; null if none did. */
  readonly noticedBy: string | null
  /** Why the change has no effect, from the list in `equivalents.ts`; null if it is not in the list. */
  readonly noEffect: string | null
}

/** How long tests may run, in ms. They take minutes without a change; a change can make them wait forever. */
const deadlines = { near: 10 * 60_000, related: 20 * 60_000 }

/**
 * Changes the sources of folders or files, one small random change at a time, and runs the tests after each. A mutant
 * that `equivalents.ts` lists as having no effect is reported but not tried.
 */
export async function tryMutants(
  folders: readonly string[],
  options: Options,
  report: (trial: Trial) => void,
): Promise<void> {
  const paths = folders.flatMap(sourcesIn)
  const mutants = paths.flatMap((path) => findMutants(path, readFileSync(path, 'utf8')))
  if (mutants.length === 0) throw new Error(`There is nothing to change in ${folders.join(', ')}.`)
  const copy = await copyProject()
  const tests = new Tests(copy, options.near)
  for (const mutant of choose(mutants, options)) {
    const source = copy.read(mutant.path)
    const changed = source.slice(0, mutant.start) + mutant.replacement + source.slice(mutant.end)
    const lines = { before: lineAt(source, mutant.start), after: lineAt(changed, mutant.start) }
    const noEffect = noEffectOf({ path: mutant.path, ...lines })
    if (noEffect !== null) {
      report({ mutant, ...lines, noticedBy: null, noEffect })
      continue
    }
    copy.write(mutant.path, changed)
    const failed = await tests.firstFailure(mutant.path)
    copy.write(mutant.path, source)
    const noticedBy = failed !== null && (await tests.passWithoutChange(failed)) ? failed.name : null
    report({ mutant, ...lines, noticedBy, noEffect })
  }
}

function sourcesIn(folder: string): string[] {
  const paths = statSync(folder).isFile() ? [folder] : globSync(`${folder}/**/*.{ts,tsx}`)
  return paths.filter((path) => !/__generated__|\.d\.ts$/.test(path)).toSorted()
}

function choose(mutants: readonly Mutant[], { count, skip, seed }: Options): Mutant[] {
  const random = seededRandom(seed)
  const rest = [...mutants]
  const chosen: Mutant[] = []
  while (chosen.length < skip + count && rest.length > 0)
    chosen.push(...rest.splice(Math.floor(random() * rest.length), 1))
  return chosen.slice(skip)
}

function lineAt(source: string, position: number): string {
  const start = source.lastIndexOf('\n', position - 1) + 1
  const end = source.indexOf('\n', position)
  return source.slice(start, end === -1 ? undefined : end).trim()
}

/** A test that failed, or tests that did not end before the deadline. */
interface Failure {
  readonly name: string
  /** The arguments of vitest that run the test or the tests. */
  readonly selection: readonly string[]
  readonly timeout: number
}

class Tests {
  readonly #copy: WorkingCopy
  readonly #onlyNear: boolean
  /** For each selection of tests: whether these tests pass without a change. */
  readonly #passing = new Map<string, Promise<boolean>>()

  constructor(copy: WorkingCopy, onlyNear: boolean) {
    this.#copy = copy
    this.#onlyNear = onlyNear
  }

  /** Runs the tests near a file. If they pass, runs the tests that load the file. */
  async firstFailure(path: string): Promise<Failure | null> {
    const near = testsNear(path)
    const failed = near.length > 0 ? await this.#run(['run', ...near], deadlines.near) : null
    return failed ?? (this.#onlyNear ? null : await this.#run(['related', path], deadlines.related))
  }

  async #run(selection: readonly string[], timeout: number): Promise<Failure | null> {
    const failed = await runTests(this.#copy, selection, timeout)
    if (failed === null) return null
    const { name, file } = failed
    return { name, timeout, selection: file === null ? selection : ['run', file] }
  }

  /** A test that also fails without the change has not noticed the change. */
  passWithoutChange({ selection, timeout }: Failure): Promise<boolean> {
    const name = selection.join(' ')
    const known = this.#passing.get(name) ?? this.#run(selection, timeout).then((failed) => failed === null)
    this.#passing.set(name, known)
    return known
  }
}
