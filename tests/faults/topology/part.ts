import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { bareEnvironment } from '../../support/bareEnvironment.ts'

const readyMilliseconds = 120_000

/** The running processes, which are killed when this process exits. */
const children = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/** What a part is: how to start it, and where it says that it is ready. */
export interface PartDefinition {
  /** Such as `gateway-1`. The log is `test-results/topology-<name>.log`. */
  readonly name: string
  /** The module of one of our parts, or the command of another program. */
  readonly program: { readonly module: string } | { readonly command: string; readonly options: readonly string[] }
  readonly environment: Readonly<Record<string, string>>
  /** Answers 200 as soon as the part is ready. */
  readonly readyUrl: string
}

/** A process of the topology. Nothing starts it again when it ends. */
export class Part {
  readonly name: string
  readonly #definition: PartDefinition
  #child: ChildProcess | undefined
  #isExpectedToEnd = false
  /** How often the process has ended by itself. */
  ended = 0
  /** When it was started last, in ms since 1970. */
  startedAt = 0

  constructor(definition: PartDefinition) {
    this.#definition = definition
    this.name = definition.name
  }

  /** Starts the process, and waits until it is ready. @throws Error with the end of its log */
  async start(): Promise<void> {
    this.#isExpectedToEnd = false
    this.startedAt = Date.now()
    const child = this.#spawn()
    this.#child = child
    children.add(child)
    child.once('exit', () => {
      children.delete(child)
      if (!this.#isExpectedToEnd) this.ended += 1
    })
    const end = performance.now() + readyMilliseconds
    for (;;) {
      const answer = await fetch(this.#definition.readyUrl).catch(() => null)
      if (answer?.ok) return
      if (child.exitCode !== null || performance.now() > end) {
        throw new Error(`${this.name} does not start. ${readFileSync(this.#logFile, 'utf8').slice(-2_000)}`)
      }
      await pause(50)
    }
  }

  /** Ends the process. @returns milliseconds until it has ended */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return 0
    this.#isExpectedToEnd = true
    const since = performance.now()
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
    return performance.now() - since
  }

  /** Stops the process with SIGSTOP: it keeps its connections, and answers nothing until `continue`. */
  pause(): void {
    this.#child?.kill('SIGSTOP')
  }

  continue(): void {
    this.#child?.kill('SIGCONT')
  }

  get #logFile(): string {
    return `test-results/topology-${this.name}.log`
  }

  #spawn(): ChildProcess {
    mkdirSync('test-results', { recursive: true })
    const log = openSync(this.#logFile, 'a')
    const { program, environment } = this.#definition
    const env = { ...bareEnvironment, ...environment }
    const child =
      'module' in program
        ? fork(program.module, { stdio: ['ignore', log, log, 'ipc'], env })
        : spawn(program.command, program.options, { stdio: ['ignore', log, log], env })
    closeSync(log)
    return child
  }
}
