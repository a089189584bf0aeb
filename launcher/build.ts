import { globSync, statSync, writeFileSync } from 'node:fs'
import { run } from './run.ts'

const stamp = 'web/dist/.built'
const inputs = ['web/**/*', 'schema/*.graphql', 'vite.config.ts', 'relay.config.js', 'package-lock.json']
const outputs = /^web\/(dist|__generated__)(\/|$)/

/** Builds the client when one of its sources is newer than the last build. */
export async function buildIfStale(): Promise<void> {
  if (newestInput() <= modified(stamp)) return
  await generateClientArtifacts()
  const built = await run('vite', ['build', '--logLevel', 'warn'])
  if (!built.ok) throw new Error(`The client could not be built.\n${built.output}`)
  writeFileSync(stamp, '')
}

/** Runs the Relay compiler: the client's artifacts and persisted documents come from its sources and the schema. */
export async function generateClientArtifacts(): Promise<void> {
  const compiled = await run('relay-compiler', [])
  if (!compiled.ok) throw new Error(`The Relay compiler found something wrong.\n${compiled.output}`)
}

function newestInput(): number {
  const files = globSync(inputs).filter((file) => !outputs.test(file.replaceAll('\\', '/')))
  return Math.max(...files.map(modified))
}

function modified(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
