import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../launcher/ports.ts'
import type { PostgresServer } from './postgresServer.ts'

const debianPath = '/usr/sbin/pgbouncer'
const startMilliseconds = 30_000

/** A real pgbouncer in transaction mode, in front of a server. */
export interface Pgbouncer {
  readonly url: string
  stop(): Promise<void>
}

/** @param connections the maximum number of connections to the server */
export async function startPgbouncer(server: PostgresServer, connections: number): Promise<Pgbouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'keepsake-pgbouncer-'))
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, settings(server, port, connections))
  const child = spawn(debianPath, ['-q', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  await untilOpen(port, child)
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The settings that docs/operations.md recommends, without passwords. pgbouncer refuses to run as root. */
function settings({ port: serverPort }: PostgresServer, port: number, connections: number): string {
  return `[databases]
* = host=127.0.0.1 port=${serverPort} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 1000
server_login_retry = 1
${process.getuid?.() === 0 ? 'user = postgres' : ''}
`
}

async function untilOpen(port: number, child: ChildProcess): Promise<void> {
  const end = performance.now() + startMilliseconds
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    if (child.exitCode !== null || performance.now() > end) throw new Error('pgbouncer does not listen.')
    await pause(20)
  }
}
