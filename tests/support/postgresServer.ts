import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort } from '../../launcher/ports.ts'

const debianFolder = '/usr/lib/postgresql'
const settings = '-c fsync=off -c full_page_writes=off -c max_connections=300 -c listen_addresses=127.0.0.1'
const standbyName = 'standby'
const pollMilliseconds = 10
const startMilliseconds = 60_000

const execute = promisify(execFile)

/**
 * A throw-away PostgreSQL server from Debian's binaries. PostgreSQL refuses to run as root. For root it is therefore
 * started as the user `postgres` of the Debian package.
 */
export class PostgresServer {
  readonly port: number
  readonly #folder: string

  private constructor(port: number, folder: string) {
    this.port = port
    this.#folder = folder
  }

  /** Creates an empty server and starts it. */
  static async start(): Promise<PostgresServer> {
    const server = await PostgresServer.#create()
    const how = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
    await server.#run('initdb', ['-D', server.#data, ...how])
    await server.#control('start')
    return server
  }

  /** The host and port, as in a URL. */
  get host(): string {
    return `127.0.0.1:${this.port}`
  }

  url(database = 'postgres'): string {
    return `postgres://postgres@${this.host}/${database}`
  }

  /**
   * Starts a copy of this server that follows it. From then on, a transaction is only committed when the copy has it.
   */
  async startSynchronousStandby(): Promise<PostgresServer> {
    const standby = await PostgresServer.#create()
    const from = `host=127.0.0.1 port=${this.port} user=postgres application_name=${standbyName}`
    await this.#run('pg_basebackup', ['-d', from, '-D', standby.#data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'])
    await standby.#control('start')
    await this.query(`alter system set synchronous_standby_names to '${standbyName}'`)
    await this.query('select pg_reload_conf()')
    const end = performance.now() + startMilliseconds
    for (;;) {
      const [row] = await this.query('select sync_state from pg_stat_replication')
      if (row?.['sync_state'] === 'sync') return standby
      if (performance.now() > end) throw new Error('The standby does not follow its primary.')
      await pause(pollMilliseconds)
    }
  }

  /** Runs one statement on a connection of its own. */
  async query(statement: string, database?: string): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: this.url(database) })
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows
    } finally {
      await client.end()
    }
  }

  /**
   * Restarts the server.
   * @param mode `fast` ends transactions and connections in order; `immediate` is like a crash
   */
  async restart(mode: 'fast' | 'immediate'): Promise<void> {
    await this.#control('restart', '-m', mode)
  }

  /** Kills the server with SIGKILL. Its connections end. */
  kill(): void {
    const [processId] = readFileSync(join(this.#data, 'postmaster.pid'), 'utf8').split('\n')
    process.kill(Number(processId), 'SIGKILL')
  }

  /** Makes this standby the primary. The new primary does not wait for a standby. */
  async promote(): Promise<void> {
    await this.#control('promote')
  }

  /**
   * Waits until the server accepts connections and writes.
   * @returns the time, on the clock of `performance.now()`
   */
  async accepts(): Promise<number> {
    const end = performance.now() + startMilliseconds
    for (;;) {
      const readOnly = await this.query('show transaction_read_only').catch(() => [])
      if (readOnly[0]?.['transaction_read_only'] === 'off') return performance.now()
      if (performance.now() > end) throw new Error('PostgreSQL does not accept connections.')
      await pause(pollMilliseconds)
    }
  }

  /** Stops the server, if it runs, and deletes its data. Synchronous, so that it works when a process exits. */
  remove(): void {
    const [file, rest] = commandOf('pg_ctl', ['-D', this.#data, '-m', 'immediate', 'stop'])
    spawnSync(file, rest, { cwd: this.#folder, stdio: 'ignore' })
    rmSync(this.#folder, { recursive: true, force: true })
  }

  static async #create(): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), 'keepsake-postgres-'))
    if (isRoot()) await execute('chown', ['postgres', folder])
    return new PostgresServer(await freePort(), folder)
  }

  get #data(): string {
    return join(this.#folder, 'data')
  }

  async #control(action: string, ...options: readonly string[]): Promise<void> {
    const server = `${settings} -p ${this.port} -k ${this.#folder}`
    const how = action === 'start' || action === 'restart' ? ['-l', join(this.#folder, 'log'), '-o', server] : []
    await this.#run('pg_ctl', ['-D', this.#data, '-w', ...how, ...options, action])
  }

  async #run(program: string, options: readonly string[]): Promise<void> {
    const [file, rest] = commandOf(program, options)
    await execute(file, rest, { cwd: this.#folder })
  }
}

function commandOf(program: string, options: readonly string[]): [file: string, rest: string[]] {
  const path = join(debianFolder, newestVersion(), 'bin', program)
  return isRoot() ? ['runuser', ['-u', 'postgres', '--', path, ...options]] : [path, [...options]]
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

function newestVersion(): string {
  const versions = readdirSync(debianFolder).toSorted((left, right) => Number(left) - Number(right))
  const newest = versions.at(-1)
  if (newest === undefined) throw new Error(`There is no PostgreSQL in ${debianFolder}: apt-get install postgresql`)
  return newest
}
