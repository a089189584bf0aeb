import { fork } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bareEnvironment } from '../support/bareEnvironment.ts'
import { setUpUpstreams } from '../support/gatewaySetup.ts'
import { type GatewayProcess, startGatewayProcess } from './operations/gatewayProcess.ts'

// The graceful shutdown is tested in operations/drain.test.ts.
describe('the gateway process', () => {
  const setup = setUpUpstreams()
  let gateway: GatewayProcess

  beforeEach(async () => {
    gateway = await startGatewayProcess(setup.upstreams, { PRODUCTION: 'true' })
  })
  afterEach(() => {
    gateway.child.kill('SIGKILL')
  })

  test('reports its URL when the system chooses the port', async () => {
    expect(new URL(gateway.url).port).not.toBe('0')
    expect((await fetch(`${gateway.url}/livez`)).status).toBe(200)
  })

  test('warns of unsafe settings in production', async () => {
    await expect
      .poll(() => gateway.lines().filter(({ msg }) => msg === 'check this production setting'))
      .toMatchObject([
        { point: expect.stringMatching(/^PUBLIC_URL /) },
        { point: expect.stringMatching(/^CURSOR_SECRET /) },
      ])
  })

  test('exits when its parent has exited', async () => {
    gateway.child.disconnect()
    expect(await gateway.ended).toEqual([0, null])
  })
})

test('an invalid configuration ends the process with a clear message', async () => {
  const env = { ...bareEnvironment, PHOTOS_URL: 'photos' }
  const wrong = fork('gateway/main.ts', { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], env })
  let said = ''
  wrong.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  expect(await once(wrong, 'exit')).toEqual([1, null])
  expect(said).toMatch(/^The gateway cannot start\. PHOTOS_URL must be a URL such as /)
})
