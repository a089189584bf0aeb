import { existsSync, globSync, mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { checkFirstViewBudget } from './firstViewBudget.ts'
import { type Outcome, run } from './run.ts'

/** The file with the GraphQL documents of our client, by id. The client sends ids, and the gateway reads this file. */
export const persistedDocuments = 'web/__generated__/persisted.json'
const output = 'web/dist'
const unfinished = 'web/dist.next'
const stamp = `${output}/.built`
const inputs = ['web/**/*', 'schema/*.graphql', 'vite.config.ts', 'relay.config.js', 'package-lock.json']
const outputs = /^web\/(dist|dist\.next|__generated__)(\/|$)/

/** Builds the client when one of its sources is newer than the last build. */
export async function buildIfStale(): Promise<void> {
  if (newestInput() <= modified(stamp)) return
  const started = new Date()
  await generateClientArtifacts()
  // Build beside the old output and swap at the end, so that a running product keeps its pages.
  const options = ['--logLevel', 'warn', '--outDir', resolve(unfinished), '--emptyOutDir']
  // NODE_ENV is set because a test may start this build, which must still be the production build.
  const built = await run('vite', ['build', ...options], { environment: { NODE_ENV: 'production' } })
  if (!built.ok) throw new Error(`The client could not be built.\n${built.output}`)
  await compress(unfinished)
  checkFirstViewBudget(unfinished)
  rmSync(output, { recursive: true, force: true })
  renameSync(unfinished, output)
  writeFileSync(stamp, '')
  // Sources that changed during the build must count as newer than the build.
  utimesSync(stamp, started, started)
}

/** Writes compressed copies beside each text file, so that the edge need not compress files while it serves them. */
async function compress(folder: string): Promise<void> {
  const files = globSync(`${folder}/**/*.{html,js,css,svg,json}`)
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file)
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, quality))
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }))
    }),
  )
}

/** Runs the Relay compiler: the client's artifacts and persisted documents come from its sources and the schema. */
export async function generateClientArtifacts(): Promise<void> {
  const compiled = await compileRelay()
  if (!compiled.ok) throw new Error(`The Relay compiler failed.\n${compiled.output}`)
}

/** Runs the Relay compiler, after creating the output folder and file, which the compiler requires. */
export async function compileRelay(): Promise<Outcome> {
  mkdirSync(dirname(persistedDocuments), { recursive: true })
  if (!existsSync(persistedDocuments)) writeFileSync(persistedDocuments, '{}')
  return run('relay-compiler', [])
}

function newestInput(): number {
  const files = globSync(inputs).filter((file) => !outputs.test(file.replaceAll('\\', '/')))
  return Math.max(...files.map(modified))
}

function modified(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
