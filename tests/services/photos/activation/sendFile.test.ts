import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendFile, Unavailable } from '../../../../services/photos/activation/sendFile.ts'
import { defaultRetryLimits } from '../../../../services/photos/activation/task.ts'
import type { PhotosTables } from '../../../../services/photos/tables.ts'
import type { RunningPlatform } from '../../../../services/platform/createPlatform.ts'
import { UpstreamError } from '../../../../services/platform/http.ts'
import type { HttpClient } from '../../../../services/platform/platform.ts'
import { createInstallation, type Installation } from '../../../support/database.ts'
import { openPlatform } from '../../../support/platform.ts'

const maximumBytes = 100_000_000
const stored = { imageId: randomUUID(), generation: 3, duplicate: false }

describe('sending a file of an older library to storage', () => {
  let installation: Installation
  let running: RunningPlatform
  let content: Readable
  /** What storage answers. */
  let answer: unknown
  /** The deadlines of the calls, in ms. */
  const deadlines: unknown[] = []

  beforeAll(async () => {
    installation = await createInstallation('the embedded database')
    running = await openPlatform(installation, { environment: { MAX_UPLOAD_BYTES: String(maximumBytes) } })
  })
  beforeEach(() => {
    content = Readable.from([])
    answer = stored
    deadlines.length = 0
  })
  afterAll(async () => {
    await running.close()
    await installation.remove()
  })

  async function send(size: number | null) {
    const http: HttpClient = {
      async call(request) {
        deadlines.push(request.deadlineMilliseconds)
        if (answer instanceof Error) throw answer
        return request.answer.parse(answer)
      },
    }
    const parts = {
      platform: { ...running.platform, http },
      database: running.platform.database<PhotosTables>('photos'),
      source: {
        has: async () => true,
        index: async () => null,
        files: async function* () {},
        open: async () => (size === null ? null : { size, content }),
      },
      retryLimits: defaultRetryLimits,
    }
    const file = {
      id: randomUUID(),
      number: 1,
      path: 'files/1.jpg',
      fileName: '1.jpg',
      uploadId: randomUUID(),
      attempts: 1,
    }
    return sendFile(parts, { ownerId: randomUUID(), folder: 'a', worker: randomUUID() }, file)
  }

  test('takes up to two minutes, and more for a large file', async () => {
    expect(await send(0)).toEqual(stored)
    expect(await send(maximumBytes)).toEqual(stored)
    expect(deadlines).toEqual([120_000, 120_000 + 400_000])
  })

  test('is not tried if the file is too large or missing', async () => {
    expect(await send(maximumBytes + 1)).toBe('FILE_TOO_LARGE')
    expect(content.destroyed).toBe(true)
    expect(await send(null)).toBe('MISSING_FILE')
    expect(deadlines).toEqual([])
  })

  test.each([429, 502, 503, 504, 507])('waits if storage answers %i', async (status) => {
    answer = new UpstreamError('status', 'no', { status })
    await expect(send(1)).rejects.toThrow(Unavailable)
    expect(content.destroyed).toBe(true)
  })

  test('waits if no connection to storage can be made', async () => {
    const cause = new TypeError('fetch failed', {
      cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
    })
    answer = new UpstreamError('unreachable', 'no', { cause })
    await expect(send(1)).rejects.toThrow(Unavailable)
  })

  test.each([
    ['a status that the file may have caused', new UpstreamError('status', 'no', { status: 500 })],
    [
      'a connection that ended while the file was sent',
      new UpstreamError('unreachable', 'no', { cause: new Error('reset') }),
    ],
    ['a timeout', new UpstreamError('timeout', 'no')],
  ])('counts as an attempt of the file after %s', async (_what, error) => {
    answer = error
    await expect(send(1)).rejects.toBe(error)
  })

  test('is refused for the reason that storage gives', async () => {
    answer = new UpstreamError('status', 'no', { status: 422, code: 'DAMAGED_FILE' })
    expect(await send(1)).toBe('DAMAGED_FILE')
  })
})
