import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DownloadPhotoDialog } from '../../../web/pages/library/photo-actions/download/DownloadPhotoDialog.tsx'
import { DownloadSelectedDialog } from '../../../web/pages/library/photo-actions/download/DownloadSelectedDialog.tsx'
import { Selection } from '../../../web/pages/library/photo-collection/selection/Selection.ts'
import { photoIds } from '../deletion/deletionKit.tsx'
import { Reopenable, openDialog } from '../support/openDialog.tsx'

const failure = 'Error: Your photo could not be downloaded'

/** A storage server whose status the test sets. It records the requests. */
async function startStorage() {
  const asked: { range: string | undefined }[] = []
  const answers = { status: 206 }
  const server = createServer((request, response) => {
    asked.push({ range: request.headers.range })
    response.writeHead(answers.status, { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'range' })
    response.end('x')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  return { asked, answers, url: `http://127.0.0.1:${port}/blobs/original`, close: () => server.close() }
}

let storage: Awaited<ReturnType<typeof startStorage>>
let followed: string[] = []

function onClick(event: MouseEvent): void {
  if (!(event.target instanceof HTMLAnchorElement)) return
  followed.push(event.target.href)
  event.preventDefault()
}

beforeEach(async () => {
  storage = await startStorage()
  followed = []
  document.addEventListener('click', onClick)
})
afterEach(() => {
  storage.close()
  document.removeEventListener('click', onClick)
  localStorage.clear()
})

async function expectFailure(): Promise<void> {
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(failure))
  expect(screen.getByRole('dialog', { name: 'Download this photo?' })).toBeDefined()
  expect(followed).toEqual([])
}

function open(dialog = (onClose: () => void) => <DownloadPhotoDialog photoId="p2" onClose={onClose} />) {
  const page = openDialog(<Reopenable>{dialog}</Reopenable>)
  return {
    ...page,
    press: () => page.user.click(screen.getByRole('button', { name: 'Download' })),
    answer: (originalUrl: string | null) =>
      page.answer('useDownloadPhotoQuery', {
        node: { __typename: 'Photo', id: 'p2', fileName: 'beach.jpg', originalUrl },
      }),
  }
}

describe('downloading one photo', () => {
  test('requests no link before Download is pressed', async () => {
    const { environment } = open()
    expect(screen.getByRole('dialog', { name: 'Download this photo?' })).toBeDefined()
    expect(environment.mock.getAllOperations()).toEqual([])
    expect(document.activeElement?.textContent).toBe('Download')
  })

  test('shows that it is pending, requests a fresh link, checks the link with one byte, and follows it', async () => {
    const { press, answer } = open()
    await press()
    expect(screen.getByText('Preparing your photo…')).toBeDefined()
    expect(storage.asked).toEqual([])
    await answer(storage.url)
    await expect.poll(() => followed).toEqual([storage.url])
    expect(storage.asked).toEqual([{ range: 'bytes=0-0' }])
    expect(await screen.findByText('The download of beach.jpg has started.')).toBeDefined()
    expect(screen.getByRole('alert').textContent).toBe('')
    expect(screen.queryByRole('button', { name: 'Download' })).toBeNull()
  })

  test.each([403, 404, 410, 503])(
    'shows the failure when the link answers %d, and stays on the page',
    async (status) => {
      storage.answers.status = status
      const { press, answer } = open()
      await press()
      await answer(storage.url)
      await expectFailure()
    },
  )

  test('shows the failure when the storage cannot be reached', async () => {
    const { url } = storage
    storage.close()
    const { press, answer } = open()
    await press()
    await answer(url)
    await expectFailure()
  })

  test('shows the failure when the photo no longer has an original', async () => {
    const { press, answer } = open()
    await press()
    await answer(null)
    await expectFailure()
  })

  test('shows the failure when the gateway does not answer', async () => {
    const { press, fail } = open()
    await press()
    await fail('useDownloadPhotoQuery')
    await expectFailure()
  })

  test('can be tried again after a failure, which clears the alert', async () => {
    storage.answers.status = 410
    const { press, answer } = open()
    await press()
    await answer(storage.url)
    await expectFailure()
    storage.answers.status = 206
    await press()
    expect(screen.getByRole('alert').textContent).toBe('')
    await answer(`${storage.url}?fresh`)
    await expect.poll(() => followed).toEqual([`${storage.url}?fresh`])
  })

  test('Cancel resets the error', async () => {
    const { press, answer, user } = open()
    await press()
    await answer(null)
    await expectFailure()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Open again' }))
    expect(screen.getByRole('alert').textContent).toBe('')
    expect(screen.getByRole('button', { name: 'Download' })).toBeDefined()
  })
})

describe('downloading the selection', () => {
  test('one photo is downloaded directly, without an archive', async () => {
    const selection = new Selection()
    selection.set('may', photoIds(1), true)
    const { press, asked } = open((onClose) => (
      <DownloadSelectedDialog selection={selection} isShared={false} onClose={onClose} />
    ))
    await press()
    expect((await asked('useDownloadPhotoQuery')).request.variables).toEqual({ id: 'photo-1' })
  })
})
