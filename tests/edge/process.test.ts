import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../launcher/ports.ts'
import { bareEnvironment } from '../support/bareEnvironment.ts'

test('the process of the edge exits when its parent has exited', async () => {
  const root = mkdtempSync(join(tmpdir(), 'keepsake-edge-'))
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>client</title>')
  writeFileSync(join(root, 'routes.json'), '[]')
  const url = `http://127.0.0.1:${await freePort()}`
  const settings = { PORT: new URL(url).port, HOST: '127.0.0.1', PUBLIC_URL: url, WEB_ROOT: root }
  const edge = fork('edge/main.ts', {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...bareEnvironment, ...settings, GATEWAY_URLS: url, SERVICES_URL: url },
  })
  onTestFinished(() => void edge.kill('SIGKILL'))
  await expect.poll(async () => (await fetch(`${url}/livez`).catch(() => null))?.status).toBe(200)
  const ended = once(edge, 'exit')
  edge.disconnect()
  expect(await ended).toEqual([0, null])
})
