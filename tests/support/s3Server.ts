import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { freePort } from '../../launcher/ports.ts'
import { stopProcess } from './stopProcess.ts'

const startMilliseconds = 120_000
const pollMilliseconds = 20
const realDaySeconds = 24 * 60 * 60
const usualStoreBytes = 512 * 1024 ** 2

const execute = promisify(execFile)

interface ServerOptions {
  /** How long a day of lifecycle rules takes. */
  readonly daySeconds?: number
  /**
   * The size of the store, by default 512 MB. A store that holds about this much no longer answers writes. The process
   * needs about twice the size of the objects that the store holds.
   */
  readonly storeBytes?: number
}

/** The keys of a user of the server. */
export interface S3Keys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** How to reach the server. Its buckets are in the path of the URL, not in the host. */
export interface S3Access extends S3Keys {
  readonly url: string
  readonly region: string
  /** Another user, who owns none of the buckets of the first user. */
  readonly stranger: S3Keys
}

/**
 * A throw-away S3 server from Debian's packages of Ceph: a monitor, one store in memory and the object gateway. It
 * starts in about a second and takes about 130 MB, plus its objects. The kernel kills its processes when the process
 * that started it ends, even by a signal.
 */
export class S3Server implements S3Access {
  readonly url: string
  readonly region = 'us-east-1'
  readonly accessKeyId = 'keepsake'
  readonly secretAccessKey = 'keepsake-secret'
  readonly stranger = { accessKeyId: 'stranger', secretAccessKey: 'stranger-secret' }
  readonly #folder: string
  readonly #stores: ChildProcess[] = []
  #gateway: ChildProcess | undefined

  private constructor(url: string, folder: string) {
    this.url = url
    this.#folder = folder
  }

  /** Starts a server without buckets. */
  static async start(options: ServerOptions = {}): Promise<S3Server> {
    const folder = mkdtempSync(join(tmpdir(), 'keepsake-s3-'))
    const gatewayPort = await freePort()
    const server = new S3Server(`http://127.0.0.1:${gatewayPort}`, folder)
    try {
      await server.#startStores(gatewayPort, options)
      for (const keys of [server, server.stranger]) await server.#createUser(keys)
      await server.startGateway()
      return server
    } catch (error) {
      await server.stop()
      throw error
    }
  }

  /** Starts the gateway again after `kill`, on the same port and with the same objects. */
  async startGateway(): Promise<void> {
    const gateway = this.#spawn('radosgw', '-n', 'client.rgw')
    this.#gateway = gateway
    const end = performance.now() + startMilliseconds
    while (!(await isAnswering(this.url))) {
      if (hasEnded(gateway) || performance.now() > end) throw new Error(`radosgw does not answer.\n${this.#errors()}`)
      await pause(pollMilliseconds)
    }
  }

  /** Kills the gateway with SIGKILL. Connections end, and new ones are refused. */
  async kill(): Promise<void> {
    if (this.#gateway) await killed(this.#gateway)
  }

  /** Stops the gateway with SIGSTOP. Requests get no answer until `continue`. */
  async pause(): Promise<void> {
    if (this.#gateway) await stopProcess(this.#gateway)
  }

  continue(): void {
    this.#gateway?.kill('SIGCONT')
  }

  /** Ends the server and deletes its objects. */
  async stop(): Promise<void> {
    await Promise.all([this.kill(), ...this.#stores.map(killed)])
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #startStores(gatewayPort: number, options: ServerOptions): Promise<void> {
    const [cluster, store, monitor] = [randomUUID(), randomUUID(), `[v2:127.0.0.1:${await freePort()}]`]
    for (const name of ['monitor', 'store']) mkdirSync(join(this.#folder, name))
    writeFileSync(this.#settings, settings(this.#folder, cluster, monitor, gatewayPort, options))
    const monitors = join(this.#folder, 'monitors')
    await this.#run('monmaptool', '--create', '--addv', 'a', monitor, '--fsid', cluster, monitors)
    await this.#run('ceph-mon', '-i', 'a', '--mkfs', '--monmap', monitors)
    this.#stores.push(this.#spawn('ceph-mon', '-i', 'a'))
    // The monitor only accepts a store that it knows by its UUID.
    await this.#run('ceph', 'osd', 'new', store)
    await this.#run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', store)
    this.#stores.push(this.#spawn('ceph-osd', '-i', '0'))
  }

  /** Creates a user. This waits until the store is ready, because users are stored as objects, too. */
  async #createUser({ accessKeyId, secretAccessKey }: S3Keys): Promise<void> {
    const keys = [`--access-key=${accessKeyId}`, `--secret-key=${secretAccessKey}`]
    await this.#run('radosgw-admin', 'user', 'create', `--uid=${accessKeyId}`, `--display-name=${accessKeyId}`, ...keys)
  }

  async #run(program: string, ...options: readonly string[]): Promise<void> {
    try {
      await execute(program, ['-c', this.#settings, ...options], { timeout: startMilliseconds })
    } catch (error) {
      throw new Error(`${program} failed.\n${this.#errors()}`, { cause: error })
    }
  }

  /**
   * Starts a process in the foreground. The kernel kills the process when the thread that started it ends. This thread
   * is the main thread of a Vitest process.
   */
  #spawn(program: string, ...options: readonly string[]): ChildProcess {
    const errors = openSync(this.#errorFile, 'a')
    const line = ['--pdeathsig', 'KILL', program, '-f', '-c', this.#settings, ...options]
    const child = spawn('setpriv', line, { stdio: ['ignore', 'ignore', errors] })
    closeSync(errors)
    return child
  }

  get #settings(): string {
    return join(this.#folder, 'ceph.conf')
  }

  get #errorFile(): string {
    return join(this.#folder, 'errors')
  }

  #errors(): string {
    return readFileSync(this.#errorFile, { encoding: 'utf8', flag: 'a+' }).slice(-2000)
  }
}

/** A client of the SDK as the first user, or with other keys. Like the product, it leaves out optional checksums. */
export function connectToS3({ url, region, ...own }: S3Access, keys: S3Keys = own): S3Client {
  const { accessKeyId, secretAccessKey } = keys
  const credentials = { accessKeyId, secretAccessKey }
  return new S3Client({
    endpoint: url,
    region,
    forcePathStyle: true,
    credentials,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

/**
 * Creates an empty bucket with a new name.
 * @returns its name
 */
export async function createBucket(client: S3Client): Promise<string> {
  const name = `test-${randomUUID()}`
  await client.send(new CreateBucketCommand({ Bucket: name }))
  return name
}

async function isAnswering(url: string): Promise<boolean> {
  return fetch(url).then(
    (answer) => answer.ok,
    () => false,
  )
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined
}

async function killed(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** The store chooses its ports itself, from 6800 to 7300. */
function settings(
  folder: string,
  cluster: string,
  monitor: string,
  gatewayPort: number,
  { daySeconds = realDaySeconds, storeBytes = usualStoreBytes }: ServerOptions,
): string {
  return `[global]
fsid = ${cluster}
mon host = ${monitor}
public addr = 127.0.0.1
ms bind msgr1 = false
auth cluster required = none
auth service required = none
auth client required = none
# The default of clients does not work without authentication.
ms mon client mode = crc

mon data = ${folder}/monitor
mon allow pool size one = true
# The monitor collects changes for a second by default, and each new pool waits for that: 10 s of a start of 11 s.
paxos propose interval = 0.01
paxos min wait = 0.01

osd data = ${folder}/store
osd objectstore = memstore
memstore device bytes = ${storeBytes}
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0

admin socket =
pid file =
crash dir = ${folder}
log file = ${folder}/$name.log
mon cluster log file = ${folder}/cluster.log

[client.rgw]
# Without tcp_nodelay, every small answer takes 40 ms more.
rgw frontends = beast endpoint=127.0.0.1:${gatewayPort} tcp_nodelay=1
rgw data = ${folder}/gateway
rgw thread pool size = 64
# Frees the memory of deleted objects soon, instead of after two hours.
rgw gc obj min wait = 1
rgw gc processor period = 5
rgw lc debug interval = ${daySeconds}
`
}
