import { afterAll, expect, test } from 'vitest'
import { type LogEntry, LiveService, accept, credentialsOf } from '../../support/liveService.ts'

/** It stays connected, but its first socket is dead: it answers nothing. */
let answered = 0
const service = await LiveService.start((socket, number) => {
  if (number > 1)
    socket.on('ping', () => {
      answered += 1
      socket.pong()
    })
  accept(socket, number)
})
afterAll(() => service.close())

test('a socket of the service that is dead without being closed is found out, and opened anew', async () => {
  const log: LogEntry[] = []
  // A third of it is the time for an answer, which a busy machine needs some of.
  const feed = service.feed(log, 3_000)
  const events = feed.read(credentialsOf('anna'), null)
  expect((await events.next()).value.position).toBe(1n)
  await expect.poll(() => service.opened).toBe(2)
  expect(log).toMatchObject([{ message: 'a live stream broke off', fields: { reason: 'no sign of life' } }])
  // The living one is kept, and asked again.
  await expect.poll(() => answered).toBe(2)
  expect(service.opened).toBe(2)
  feed.close()
})
