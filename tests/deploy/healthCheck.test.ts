import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'

async function exitCodeFor(url: string): Promise<number> {
  const [code]: unknown[] = await once(spawn(process.execPath, ['deploy/healthCheck.mjs', url]), 'exit')
  return Number(code)
}

async function answering<Result>(status: number, task: (url: string) => Promise<Result>): Promise<Result> {
  const server = createServer((_request, response) => response.writeHead(status).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // The cast is safe, because the address of a TCP server contains its port.
  const { port } = server.address() as AddressInfo
  try {
    return await task(`http://127.0.0.1:${port}/readyz`)
  } finally {
    server.close()
  }
}

describe('the health check of the containers', () => {
  test('succeeds on 200', async () => {
    expect(await answering(200, exitCodeFor)).toBe(0)
  })

  test('fails if the part is not ready', async () => {
    expect(await answering(503, exitCodeFor)).toBe(1)
  })

  test('fails without an answer', async () => {
    const url = await answering(200, async (url) => url)
    expect(await exitCodeFor(url)).toBe(1)
  })

  test('fails without a URL', async () => {
    expect(await exitCodeFor('')).toBe(1)
  })
})
