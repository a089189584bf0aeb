import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'

const restartMilliseconds = 500
/**
 * How many times in a row a part is started again if it is killed before it is ready. Each start could end in the same
 * way, for example for lack of memory.
 */
const maximumKills = 3

/** A part of the product, in a process of its own that is restarted when it dies. */
export interface Part {
  /**
   * Resolves when the part is ready for the first time. Rejects with the end of the part's log if the part exits before
   * that, or is killed too often before that.
   */
  readonly ready: Promise<void>
  /** Stops the restarts: from now on, the part is not restarted when it exits. */
  allowExit(): void
  /** Asks the part to exit, and kills it if it still runs after this time. */
  stop(milliseconds: number): Promise<void>
}

/** The options for starting a part. */
export interface PartOptions {
  readonly name: string
  /** The entry file, relative to the project's root. */
  readonly entry: string
  readonly environment: Record<string, string>
  /** The folder of its log. The log of the previous run is kept beside it. */
  readonly logDir: string
  /** Restart the part when its sources change. */
  readonly watch?: boolean
}

/** Starts a part. Once ready, it sends the IPC message `{ type: 'ready' }`. */
export function startPart(options: PartOptions): Part {
  const logFile = prepareLog(options)
  let child: ChildProcess
  let stopping = false
  let wasReady = false
  let kills = 0

  const ready = new Promise<void>((resolve, reject) => {
    const start = () => {
      if (stopping) return
      const log = openSync(logFile, 'a')
      const watch = options.watch ? ['--watch', '--watch-preserve-output'] : []
      child = spawn(process.execPath, [...watch, options.entry], {
        env: { ...process.env, ...options.environment },
        stdio: ['ignore', log, log, 'ipc'],
      })
      closeSync(log)
      child.on('message', (message) => {
        if (!isReadyMessage(message)) return
        wasReady = true
        resolve()
      })
      child.on('exit', (_code, signal) => {
        if (stopping) return
        if (signal !== null) kills += 1
        // A part that exits by itself has found something wrong, and would find it again. A killed part has not.
        if (wasReady || (signal !== null && kills <= maximumKills)) setTimeout(start, restartMilliseconds)
        else reject(new Error(`${options.name} could not start. ${endOfLog(logFile)}`))
      })
    }
    start()
  })

  return {
    ready,
    allowExit() {
      stopping = true
    },
    stop(milliseconds) {
      stopping = true
      return end(child, milliseconds)
    },
  }
}

function prepareLog({ name, logDir }: PartOptions): string {
  mkdirSync(logDir, { recursive: true })
  const file = join(logDir, `${name}.log`)
  if (existsSync(file)) renameSync(file, join(logDir, `${name}.previous.log`))
  return file
}

function isReadyMessage(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready'
}

function endOfLog(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n')
  const plain = lines.filter((line) => line !== '' && !line.startsWith('{'))
  return (plain.length > 0 ? plain : lines).slice(-5).join('\n')
}

function end(child: ChildProcess, milliseconds: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds)
    child.on('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    child.kill('SIGTERM')
  })
}
