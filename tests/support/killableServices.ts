import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import fastify from 'fastify'
import { createGround, type DatabaseKind, type Ground } from './database.ts'
import { freePort } from '../../launcher/ports.ts'
import { createTokenIssuer, type TokenIssuer } from './tokens.ts'

const main = new URL('../../services/main.ts', import.meta.url)

/** Services in a process of their own, which is killed and started again on the same ground. */
export interface KillableServices {
  readonly ground: Ground
  readonly issuer: TokenIssuer
  /** The same after each start. */
  readonly url: string
  /**
   * Resolves when they answer.
   * @param largestFileKilobytes what they write beyond that into one file fails, as on a disk that is full
   */
  start(largestFileKilobytes?: number): Promise<void>
  /** As a machine dies: they can do nothing more. Without effect when they do not run. */
  kill(): Promise<void>
  /** Kills them, and leaves nothing behind. */
  remove(): Promise<void>
}

/**
 * An empty installation for such services. Nothing runs yet.
 * @param services their names, as the setting `SERVICES` has them
 * @param environment settings beyond those that all need
 */
export async function createKillableServices(
  kind: DatabaseKind,
  publicUrl: string,
  services: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<KillableServices> {
  const ground = await createGround(kind)
  const issuer = await createTokenIssuer(`${publicUrl}/identity`)
  const identity = fastify()
  identity.get('/jwks', async () => issuer.jwks)
  const identityUrl = await identity.listen({ port: 0, host: '127.0.0.1' })
  const port = await freePort()
  const settings = {
    DATA_DIR: ground.dataDir,
    DATABASE_URL: ground.databaseUrl ?? '',
    PUBLIC_URL: publicUrl,
    IDENTITY_URL: identityUrl,
    SERVICES: services,
    SERVICES_PORT: String(port),
    LOG_LEVEL: 'fatal',
    ...environment,
  }
  let child: ChildProcess | undefined
  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  return {
    ground,
    issuer,
    url: `http://127.0.0.1:${port}`,
    async start(largestFileKilobytes) {
      const env = { ...process.env, ...settings }
      child =
        largestFileKilobytes === undefined
          ? fork(main, { env })
          : fork(main, { env, execPath: 'bash', execArgv: limited(largestFileKilobytes) })
      const isReady = await firstWord(child)
      if (!isReady) throw new Error('The services ended before they were ready.')
    },
    kill,
    async remove() {
      await kill()
      await identity.close()
      await ground.remove()
    },
  }
}

/** Whether a process says anything before it ends. */
function firstWord(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    child.once('message', () => resolve(true))
    child.once('exit', () => resolve(false))
  })
}

/** Arguments of bash: the limit is the system's own, so that writing fails in the middle, and for real. */
function limited(kilobytes: number): string[] {
  return ['-c', `ulimit -S -f ${kilobytes}; exec "$0" "$@"`, process.execPath]
}
