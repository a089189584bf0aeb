import { afterAll, expect, test } from 'vitest'
import { type Complaint, LiveService, accept, credentialsOf } from '../../support/liveService.ts'

/** It stays connected, but its first socket is dead: it answers nothing. */
const service = await LiveService.start((socket, number) => {
  if (number > 1) socket.on('ping', () => socket.pong())
  accept(socket, number)
})
afterAll(() => service.close())

test('a socket of the service that is dead without being closed is found out, and opened anew', async () => {
  const log: Complaint[] = []
  const feed = service.feed(log, 900)
  const events = feed.read(credentialsOf('anna'), null)
  expect((await events.next()).value.position).toBe(1n)
  await expect.poll(() => service.opened, { timeout: 5_000 }).toBe(2)
  expect(log).toMatchObject([{ message: 'a live stream broke off', fields: { reason: 'no sign of life' } }])
  // The living one is kept.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(service.opened).toBe(2)
  feed.close()
})
