import { expect, test } from 'vitest'
import { freePort } from '../../launcher/ports.ts'

test('each worker of the tests gets ports of its own part of the range', async () => {
  const part = Math.floor((32_000 - 15_000) / 7)
  const from = 15_000 + Number(process.env['VITEST_POOL_ID']) * part
  const drawn = await Promise.all(Array.from({ length: 50 }, async () => freePort()))
  expect(drawn.filter((port) => port < from || port >= from + part)).toEqual([])
})
