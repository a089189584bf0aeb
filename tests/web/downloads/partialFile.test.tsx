import { screen, waitFor } from '@testing-library/react'
import { openDB } from 'idb'
import { describe, expect, test, vi } from 'vitest'
import { testSession } from '../support/testSession.ts'
import { SignIn } from '../../../web/auth/SignIn.ts'
import { PartialFiles } from '../../../web/shared/fileDownload/PartialFiles.ts'
import type { SavedFileHandle } from '../../../web/shared/fileDownload/saveFilePicker.ts'
import { signOut } from '../../../web/shell/signOut.ts'
import { configWith } from '../support/config.ts'
import { renderApp } from '../support/renderApp.tsx'
import { soon } from '../support/soon.ts'
import { answerUrl } from './archiveKit.ts'
import {
  disk,
  keptBytes,
  leave,
  open,
  pause,
  save,
  server,
  setUpFiles,
  shownProgress,
  untilSaved,
} from './fileDownloadKit.ts'
import { fileSize } from './fileServer.ts'

setUpFiles()

describe('a page that is loaded again', () => {
  test('resumes a paused file when the browser gives permission, and removes the stored part at the end', async () => {
    const { app: left, reached, bytes } = await pause()
    leave(left)
    const app = await open()
    expect(await shownProgress()).toBe(reached)
    expect(screen.getByText('Paused')).toBeDefined()
    expect(app.pending('findArchiveUrlQuery')).toEqual([])
    disk.permission = 'denied'
    const asked = disk.permissionsAsked
    await app.press('Resume')
    await waitFor(() => expect(disk.permissionsAsked).toBe(asked + 1))
    expect(screen.getByText('Paused')).toBeDefined()
    disk.permission = 'granted'
    await app.press('Resume')
    await answerUrl(app, server.url)
    expect(await untilSaved()).toBeDefined()
    expect(disk.chosen).toEqual(['a.zip'])
    expect(server.asked).toEqual([undefined, `bytes=${bytes}-`])
    expect(disk.isWhole()).toBe(true)
    expect(await keptBytes()).toBeNull()
  })

  test('resumes an interrupted file from its last stored byte', async () => {
    server.portions.push(20)
    const left = await save()
    await answerUrl(left, server.url)
    await vi.waitFor(async () => expect(await keptBytes()).toBeGreaterThan(0), soon)
    const bytes = await keptBytes()
    leave(left)
    const app = await open()
    expect(await shownProgress()).toMatch(/^1[67]\./)
    await app.press('Resume')
    await answerUrl(app, server.url)
    expect(await untilSaved()).toBeDefined()
    expect(server.asked).toEqual([undefined, `bytes=${bytes}-`])
    expect(disk.isWhole()).toBe(true)
  })

  test('starts again from byte 0 when the file has changed', async () => {
    const { app: left, bytes } = await pause()
    leave(left)
    server.behaviour.etag = '"two"'
    const app = await open()
    await app.press('Resume')
    await answerUrl(app, server.url)
    await answerUrl(app, server.url)
    expect(await untilSaved()).toBeDefined()
    expect(server.asked).toEqual([undefined, `bytes=${bytes}-`, undefined])
    expect(disk.isWhole()).toBe(true)
  })

  test('removes the stored part of a file whose size has changed', async () => {
    leave((await pause()).app)
    await open(fileSize + 1)
    expect(await screen.findByRole('button', { name: 'Save file a.zip' })).toBeDefined()
    await waitFor(async () => expect(await keptBytes()).toBeNull())
  })
})

describe('the stored part of a file', () => {
  test('is removed by Cancel, and by signing out', async () => {
    const { app } = await pause()
    await app.press('Cancel')
    await waitFor(async () => expect(await keptBytes()).toBeNull())
    await waitFor(() => expect(disk.isRemoved).toBe(true))
    leave(app)
    const { environment } = (await pause()).app
    const signIn = new SignIn(configWith())
    const end = vi.spyOn(signIn, 'end').mockReturnValue(new Promise(() => undefined))
    void signOut(testSession(signIn, environment))
    await waitFor(() => expect(end).toHaveBeenCalledOnce())
    expect(await keptBytes()).toBeNull()
  })

  test('is removed on any page when another account signs in, and when the file has expired', async () => {
    // The cast is safe: the test's handle lacks only members that the product does not use.
    const handle = (await disk.pick({ suggestedName: 'a.zip' })) as unknown as SavedFileHandle
    const keep = async (accountId: string, expiries: Readonly<Record<string, string | null>>) => {
      const files = await PartialFiles.open(accountId)
      for (const [key, expires] of Object.entries(expiries)) {
        await files.begin({ key, fileName: key, size: fileSize, expires, findUrl: async () => null }, fileSize, handle)
      }
      files.close()
    }
    await keep('account-2', { a: null })
    const { unmount } = renderApp('/no/such/page')
    await waitFor(async () => expect(await keptKeys()).toEqual([]))
    unmount()
    await keep('account-1', { a: '2026-03-02T12:00:00Z', b: new Date(Date.now() + 60_000).toISOString(), c: null })
    renderApp('/no/such/page')
    await waitFor(async () => expect(await keptKeys()).toEqual(['b', 'c']))
  })
})

/** The keys of the files in the database, read without the product's code. */
async function keptKeys(): Promise<string[]> {
  const database = await openDB('keepsake-files')
  const keys = (await database.getAllKeys('files')).map(String)
  database.close()
  return keys.map((key) => key.split(',')[1] ?? '')
}
