import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { S3Keys } from '../support/s3Server.ts'

const command = fileURLToPath(new URL('../../services/moveBlobs.ts', import.meta.url))

/** A run of `npm run move-blobs`. */
export interface MoveRun {
  readonly child: ChildProcess
  /** The exit code; null if the command was killed. */
  readonly ended: Promise<number | null>
  /** Everything that the command has printed. */
  output(): string
}

/** The settings of the command. */
export interface MoveSettings {
  readonly dataDir: string
  /** The URL of the S3 server. */
  readonly url: string
  readonly keys: S3Keys
}

/**
 * Starts the command.
 * @param line its options
 */
export function startMove({ dataDir, url, keys }: MoveSettings, ...line: readonly string[]): MoveRun {
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: dataDir,
    AWS_ENDPOINT_URL_S3: url,
    AWS_ACCESS_KEY_ID: keys.accessKeyId,
    AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
  }
  const [program = '', ...options] = [...withoutPrivileges(), process.execPath, command, ...line]
  const child = spawn(program, options, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null)
  return { child, ended, output: () => output }
}

/** Runs the command to its end. */
export async function move(settings: MoveSettings, ...line: readonly string[]) {
  const run = startMove(settings, ...line)
  return { code: await run.ended, output: run.output() }
}

/**
 * The start of a command line that runs a command without root's privileges. With them, the command could read files
 * that no user may read.
 */
function withoutPrivileges(): string[] {
  return process.getuid?.() === 0 ? ['setpriv', '--bounding-set', '-all', '--inh-caps', '-all'] : []
}
