import { afterAll, expect, test } from 'vitest'
import { type LogEntry, LiveService, accept, credentialsOf } from '../../support/liveService.ts'

let answeredPings = 0

/** A service whose first socket stays connected but never responds. */
const service = await LiveService.start((socket, number) => {
  if (number > 1)
    socket.on('ping', () => {
      answeredPings += 1
      socket.pong()
    })
  accept(socket, number)
})
afterAll(() => service.close())

test('a socket of the service that stays open but no longer responds is detected and replaced', async () => {
  const log: LogEntry[] = []
  // The time limit for a response is a third of the interval. It is generous, for busy machines.
  const feed = service.feed(log, 3_000)
  const events = feed.read(credentialsOf('anna'), null)
  expect((await events.next()).value.position).toBe(1n)
  await expect.poll(() => service.opened).toBe(2)
  expect(log).toMatchObject([{ message: 'a live stream broke off', fields: { reason: 'no sign of life' } }])
  // The new socket responds: it is kept, and pinged again.
  await expect.poll(() => answeredPings).toBe(2)
  expect(service.opened).toBe(2)
  feed.close()
})
