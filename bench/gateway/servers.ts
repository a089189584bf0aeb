import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BenchOptions } from '../result.ts'
import type { Question, Usage } from './probe.ts'

/** The core of the measured server, and the core of all other processes; null if a process is not pinned. */
export interface Cores {
  readonly measured: number | null
  readonly other: number | null
}

/** Timeout (ms) for the start of a server, and for its answer to a question. */
const answerTimeout = 60_000
/** Timeout (ms) for a server to exit before it is killed. */
const exitTimeout = 5_000
/** How many characters of a server's log are shown when the server does not start. */
const shownLogLength = 1_000

/** The options for starting a server of the measurement. */
export interface ServerOptions {
  /** The name of the server, and of its log. */
  readonly name: string
  /**
   * The path of the server's program, relative to this folder, such as `floor.ts` or `../../gateway/main.ts`. Once
   * ready, the program sends `{ type: 'ready', url }`.
   */
  readonly entry: string
  readonly core: number | null
  readonly environment: Readonly<Record<string, string>>
  readonly logDir: string
}

/**
 * Chooses a core for the measured server, and another core for everything else. Chooses none in a small run, because a
 * small run shares the machine with other tests. Chooses none on a machine without `taskset` or with a single core.
 */
export function chooseCores({ small }: BenchOptions): Cores {
  const canPin = !small && availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0
  return canPin ? { measured: 0, other: 1 } : { measured: null, other: null }
}

/** A server in a process of its own. */
export class MeasuredServer {
  readonly name: string
  readonly url: string
  readonly #child: ChildProcess

  private constructor(name: string, url: string, child: ChildProcess) {
    this.name = name
    this.url = url
    this.#child = child
  }

  /** @throws Error that says which server did not start, with the end of its log */
  static async start(options: ServerOptions): Promise<MeasuredServer> {
    const { name, entry, core, environment, logDir } = options
    const logFile = join(logDir, `${name}.log`)
    const log = openSync(logFile, 'a')
    const probe = new URL('probe.ts', import.meta.url).href
    const command = [process.execPath, '--import', probe, fileURLToPath(new URL(entry, import.meta.url))]
    const [program = '', ...rest] = core === null ? command : ['taskset', '-c', String(core), ...command]
    const child = spawn(program, rest, {
      env: { ...process.env, NODE_ENV: 'production', ...environment },
      // Logs go to a file, as with `npm start`.
      stdio: ['ignore', log, log, 'ipc'],
    })
    closeSync(log)
    try {
      const message = await messageOf(child, 'ready', answerTimeout)
      return new MeasuredServer(name, String(message['url']), child)
    } catch (cause) {
      child.kill('SIGKILL')
      throw new Error(`${name} did not start. ${readFileSync(logFile, 'utf8').slice(-shownLogLength)}`, { cause })
    }
  }

  /** @param collectGarbage true to collect garbage first, so that only memory in use is counted */
  usage(collectGarbage = false): Promise<Usage> {
    return this.#ask({ ask: 'usage', collectGarbage })
  }

  async profile(file: string, work: () => Promise<unknown>): Promise<void> {
    await this.#ask({ ask: 'profile' })
    await work()
    await this.#ask({ ask: 'endProfile', file })
  }

  /** Sends a message to the server's process. */
  send(message: object): void {
    this.#child.send(message)
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = once(this.#child, 'exit')
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), exitTimeout)
    this.#child.kill('SIGTERM')
    await ended
    clearTimeout(timer)
  }

  async #ask(question: Question): Promise<Usage> {
    const answered = messageOf(this.#child, 'usage', answerTimeout)
    this.#child.send(question)
    const message = await answered
    const { microseconds, memory, held } = message
    return { microseconds: Number(microseconds), memory: Number(memory), held: Number(held) }
  }
}

/** Pins this process, and so the load that it generates, to a core. */
export function pinThisProcess(core: number | null): void {
  if (core !== null) spawnSync('taskset', ['-a', '-c', '-p', String(core), String(process.pid)])
}

/** Lets this process use all cores again, for the measurements that follow. @param core the core of `pinThisProcess` */
export function releaseThisProcess(core: number | null): void {
  const all = `0-${cpus().length - 1}`
  if (core !== null) spawnSync('taskset', ['-a', '-c', '-p', all, String(process.pid)])
}

function messageOf(child: ChildProcess, type: string, time: number): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer)
      child.off('message', take)
      child.off('exit', gone)
      settle()
    }
    const take = (message: unknown) => {
      if (typeof message !== 'object' || message === null || !('type' in message) || message.type !== type) return
      end(() => resolve({ ...message }))
    }
    const gone = () => end(() => reject(new Error('The process has exited.')))
    const timer = setTimeout(() => end(() => reject(new Error(`No message "${type}" came within ${time} ms.`))), time)
    child.on('message', take)
    child.on('exit', gone)
  })
}
