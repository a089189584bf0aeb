import { spawn } from 'node:child_process'
import { delimiter, resolve } from 'node:path'

/** The outcome of a command. */
export interface Outcome {
  readonly ok: boolean
  /** Standard output and error, in the order of arrival; empty if they were passed through. */
  readonly output: string
}

/**
 * Runs a command with the project's own tools first on the path.
 * @param options.show true to print the command's output instead of collecting it
 */
export function run(
  command: string,
  commandArguments: readonly string[],
  options: { show?: boolean; environment?: Record<string, string> } = {},
): Promise<Outcome> {
  const path = [resolve('node_modules/.bin'), process.env['PATH']].join(delimiter)
  const child = spawn(command, commandArguments, {
    env: { ...process.env, ...options.environment, PATH: path },
    stdio: options.show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((done) => {
    child.on('error', (error) => done({ ok: false, output: error.message }))
    child.on('close', (code) => done({ ok: code === 0, output }))
  })
}
