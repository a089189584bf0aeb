import { type ChildProcess, fork, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import fastify from 'fastify'
import { blobSettings } from './blobSettings.ts'
import { createInstallation, type DatabaseKind, type Installation } from './database.ts'
import { freePort } from '../../launcher/ports.ts'
import { createTokenIssuer, type TokenIssuer } from './tokens.ts'

const main = new URL('../../services/main.ts', import.meta.url)

/** Services in a separate process, which tests kill and restart on the same installation. */
export interface KillableServices {
  readonly installation: Installation
  readonly issuer: TokenIssuer
  /** The URL of the services, which stays the same across restarts. */
  readonly url: string
  /** The value of `IDENTITY_URL` for a replica, so that the replica knows the issuer. */
  readonly identityUrl: string
  /** Everything that the services have logged, over all restarts. */
  log(): string
  /**
   * Resolves when the services are ready.
   * @param maxFileKilobytes writing more than this to one file fails, as on a full disk
   */
  start(maxFileKilobytes?: number): Promise<void>
  /** False after the process has ended, for whatever reason. */
  isRunning(): boolean
  /** Simulates a crash with SIGKILL. Has no effect when the services are not running. */
  kill(): Promise<void>
  /** Ends the services with SIGTERM: they first complete the jobs that are running. */
  stop(): Promise<void>
  /** Stops the process in the middle of its work with SIGSTOP. It continues with `resume`. */
  pause(): void
  resume(): void
  /** Kills the services and deletes the installation. */
  remove(): Promise<void>
}

/**
 * Prepares an empty installation. The services are not started yet.
 * @param services their names, as in the setting `SERVICES`
 * @param environment additional settings
 */
export async function createKillableServices(
  kind: DatabaseKind,
  publicUrl: string,
  services: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<KillableServices> {
  const installation = await createInstallation(kind)
  const issuer = await createTokenIssuer(`${publicUrl}/identity`)
  const identity = fastify()
  identity.get('/jwks', async () => issuer.jwks)
  const identityUrl = await identity.listen({ port: 0, host: '127.0.0.1' })
  const port = await freePort()
  const settings = {
    DATA_DIR: installation.dataDir,
    DATABASE_URL: installation.databaseUrl ?? '',
    PRODUCTION: 'false',
    PUBLIC_URL: publicUrl,
    IDENTITY_URL: identityUrl,
    SERVICES: services,
    SERVICES_PORT: String(port),
    LOG_LEVEL: 'fatal',
    ...blobSettings(installation.dataDir),
    ...environment,
  }
  let child: ChildProcess | undefined
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null
  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (!child || !isRunning()) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  const kill = () => end('SIGKILL')
  const logged: Buffer[] = []
  const stdio: StdioOptions = ['inherit', 'pipe', 'inherit', 'ipc']
  return {
    installation,
    issuer,
    url: `http://127.0.0.1:${port}`,
    identityUrl,
    async start(maxFileKilobytes) {
      const env = { ...process.env, ...settings }
      child =
        maxFileKilobytes === undefined
          ? fork(main, { env, stdio })
          : fork(main, { env, stdio, execPath: 'bash', execArgv: fileSizeLimitOptions(maxFileKilobytes) })
      child.stdout?.on('data', (bytes: Buffer) => logged.push(bytes))
      const isReady = await sendsMessage(child)
      if (!isReady) throw new Error(`The services exited before they were ready. ${Buffer.concat(logged).toString()}`)
    },
    log: () => Buffer.concat(logged).toString(),
    isRunning,
    kill,
    stop: () => end('SIGTERM'),
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    async remove() {
      await kill()
      await identity.close()
      await installation.remove()
    },
  }
}

/** Waits for a process. Resolves to true when the process sends a message, and to false when it exits before that. */
function sendsMessage(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    child.once('message', () => resolve(true))
    child.once('exit', () => resolve(false))
  })
}

/** Returns arguments for bash. `ulimit` makes a write fail halfway, as a full disk does. */
function fileSizeLimitOptions(kilobytes: number): string[] {
  return ['-c', `ulimit -S -f ${kilobytes}; exec "$0" "$@"`, process.execPath]
}
