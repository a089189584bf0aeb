import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Messages } from '../../../services/platform/messages.ts'
import { createPageMessages } from '../../../services/platform/pageMessages.ts'
import { createMessageCatalogues } from '../../../services/platform/messageCatalogues.ts'

let folder: string
let readMessages: (locale: string) => Promise<Messages>

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  folder = await mkdtemp(join(tmpdir(), 'keepsake-locales-'))
  await write('en-GB', { both: 'English', english: 'Only English' })
  await write('nl-NL', { both: 'Nederlands' })
  readMessages = createPageMessages(createMessageCatalogues(folder))
})

afterEach(async () => {
  vi.useRealTimers()
  await rm(folder, { recursive: true })
})

describe('the messages of the sign-in pages', () => {
  test('are in English if a translation is missing', async () => {
    const messages = await readMessages('nl-NL')
    expect([messages.text('both'), messages.text('english')]).toEqual(['Nederlands', 'Only English'])
  })

  test('are read again after a minute, and parsed again only if they have changed', async () => {
    const first = await readMessages('nl-NL')
    await write('nl-NL', { both: 'Opnieuw' })
    expect(await readMessages('nl-NL')).toBe(first)
    letPass(61)
    const second = await readMessages('nl-NL')
    expect(second.text('both')).toBe('Opnieuw')
    letPass(61)
    expect(await readMessages('nl-NL')).toBe(second)
  })

  test.each(['{"both": 1}', '{"both": '])('cannot be %s, and are read again at the next request', async (content) => {
    await writeFile(join(folder, 'nl-NL.json'), content)
    await expect(readMessages('nl-NL')).rejects.toThrow()
    await write('nl-NL', { both: 'Beter' })
    expect((await readMessages('nl-NL')).text('both')).toBe('Beter')
  })
})

async function write(locale: string, catalogue: Readonly<Record<string, string>>): Promise<void> {
  await writeFile(join(folder, `${locale}.json`), JSON.stringify(catalogue))
}

function letPass(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1000)
}
