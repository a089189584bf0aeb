import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../launcher/ports.ts'
import { bareEnvironment } from '../support/bareEnvironment.ts'

/** Starts the process of an edge, and waits until it listens. */
async function startProcess(changes: Record<string, string> = {}) {
  const root = mkdtempSync(join(tmpdir(), 'keepsake-edge-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>client</title>')
  writeFileSync(join(root, 'routes.json'), '[]')
  const url = `http://127.0.0.1:${await freePort()}`
  const settings = { PORT: new URL(url).port, HOST: '127.0.0.1', PUBLIC_URL: url, WEB_ROOT: root }
  const edge = fork('edge/main.ts', {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...bareEnvironment, ...settings, GATEWAY_URLS: url, SERVICES_URLS: url, ...changes },
  })
  onTestFinished(() => void edge.kill('SIGKILL'))
  await expect.poll(async () => (await fetch(`${url}/livez`).catch(() => null))?.status).toBe(200)
  return { edge, url, ended: once(edge, 'exit') }
}

test('the process of the edge exits when its parent has exited', async () => {
  const { edge, ended } = await startProcess()
  edge.disconnect()
  expect(await ended).toEqual([0, null])
})

test('after SIGTERM, the edge is not ready, still answers for the delay, and finishes what it has begun', async () => {
  const held = Promise.withResolvers<ServerResponse>()
  const services = createServer(({ url: path }, response) => {
    if (path === '/readyz') response.end()
    else held.resolve(response)
  })
  onTestFinished(() => void services.close())
  await once(services.listen(0, '127.0.0.1'), 'listening')
  // A listening TCP server's address is an AddressInfo.
  const { port } = services.address() as AddressInfo
  const { edge, url, ended } = await startProcess({
    SERVICES_URLS: `http://127.0.0.1:${port}`,
    DRAIN_DELAY: '1000',
  })
  const answer = fetch(`${url}/storage/usage`)
  const response = await held.promise
  edge.kill('SIGTERM')
  await expect.poll(async () => (await fetch(`${url}/readyz`)).json(), { interval: 20 }).toEqual({ status: 'draining' })
  expect((await fetch(`${url}/livez`)).status).toBe(200)
  await expect
    .poll(async () =>
      fetch(`${url}/livez`).then(
        () => 'accepts',
        () => 'refuses',
      ),
    )
    .toBe('refuses')
  response.end('late')
  expect(await (await answer).text()).toBe('late')
  expect(await ended).toEqual([0, null])
})
