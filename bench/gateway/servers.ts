import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Question, Usage } from './probe.ts'

/** What is measured has a core of its own; everything else shares the other one. */
export const cores = { measured: 0, other: 1 } as const

const startTime = 20_000
const endTime = 5_000
/** Characters of its log that are shown of a server that does not start. */
const lastWords = 1_000

/** How a server of the measurement is started. */
export interface ServerOptions {
  /** Names it, and its log. */
  readonly name: string
  /** A path in this folder, such as `floor.ts` or `../../gateway/main.ts`. It says `{ type: 'ready', url }`. */
  readonly entry: string
  readonly core: number
  readonly environment: Readonly<Record<string, string>>
  readonly logDir: string
}

/** Whether processes can be held to a core here. */
export const canPin = availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0

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
    const { name, entry, environment, logDir } = options
    const logFile = join(logDir, `${name}.log`)
    const log = openSync(logFile, 'a')
    const probe = new URL('probe.ts', import.meta.url).href
    const command = [process.execPath, '--import', probe, fileURLToPath(new URL(entry, import.meta.url))]
    const [program = '', ...rest] = canPin ? ['taskset', '-c', String(options.core), ...command] : command
    const child = spawn(program, rest, {
      env: { ...process.env, NODE_ENV: 'production', ...environment },
      // As `npm start` does it: logs go to a file.
      stdio: ['ignore', log, log, 'ipc'],
    })
    closeSync(log)
    try {
      const message = await messageOf(child, 'ready', startTime)
      return new MeasuredServer(name, String(message['url']), child)
    } catch (cause) {
      child.kill('SIGKILL')
      throw new Error(`${name} did not start. ${readFileSync(logFile, 'utf8').slice(-lastWords)}`, { cause })
    }
  }

  /** @param collectGarbage so that memory is what is held, and not what is waiting to be let go */
  usage(collectGarbage = false): Promise<Usage> {
    return this.#ask({ ask: 'usage', collectGarbage })
  }

  async profile(file: string, work: () => Promise<unknown>): Promise<void> {
    await this.#ask({ ask: 'profile' })
    await work()
    await this.#ask({ ask: 'endProfile', file })
  }

  /** Says something else, such as to the upstreams. */
  tell(message: object): void {
    this.#child.send(message)
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = once(this.#child, 'exit')
    const impatience = setTimeout(() => this.#child.kill('SIGKILL'), endTime)
    this.#child.kill('SIGTERM')
    await ended
    clearTimeout(impatience)
  }

  async #ask(question: Question): Promise<Usage> {
    const answered = messageOf(this.#child, 'usage', startTime)
    this.#child.send(question)
    const message = await answered
    const { microseconds, memory, held } = message
    return { microseconds: Number(microseconds), memory: Number(memory), held: Number(held) }
  }
}

/** Holds this process, and so the load that it makes, to a core. */
export function pinThisProcess(core: number): void {
  if (canPin) spawnSync('taskset', ['-a', '-c', '-p', String(core), String(process.pid)])
}

function messageOf(child: ChildProcess, type: string, time: number): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(impatience)
      child.off('message', take)
      child.off('exit', gone)
      settle()
    }
    const take = (message: unknown) => {
      if (typeof message !== 'object' || message === null || !('type' in message) || message.type !== type) return
      end(() => resolve({ ...message }))
    }
    const gone = () => end(() => reject(new Error('The process has ended.')))
    const impatience = setTimeout(() => end(() => reject(new Error(`It has not said "${type}".`))), time)
    child.on('message', take)
    child.on('exit', gone)
  })
}
