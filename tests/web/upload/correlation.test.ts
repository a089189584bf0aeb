import { expect, test } from 'vitest'
import { StorageServer } from './storageServer.ts'
import { itemNamed, photo, queueOn, untilSettled } from './support.ts'

test('every call to storage has its own correlation id', async () => {
  const server = await StorageServer.start()
  const queue = queueOn(server)
  server.answersToLose = 1
  queue.add([photo('one.jpg', 100_000)])
  queue.start()
  expect(itemNamed(await untilSettled(queue), 'one.jpg').state).toBe('added')
  expect(server.seen.map(({ method }) => method)).toEqual(['POST', 'PATCH', 'HEAD', 'GET'])
  const ids = server.seen.map(({ correlationId }) => correlationId)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(new Set(ids).size).toBe(ids.length)
  await queue.close()
  await server.stop()
})
