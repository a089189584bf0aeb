import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { closeToast, currentToasts } from '../../../web/ui/toasts.ts'
import { renderPreview } from './renderPreview.tsx'

const failure = 'Error: Your photo could not be downloaded'

/** A storage that answers as it is told, and what it was asked. */
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
  // A TCP server that listens on a port has an address with one.
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
  for (const { id } of currentToasts()) closeToast(id)
})

async function pressDownload() {
  const view = await renderPreview('p2', { from: 'address' })
  await view.answer('p2')
  await view.user.click(screen.getByRole('button', { name: 'Download' }))
  const answer = (originalUrl: string | null) =>
    view.answerQuery('useDownloadOriginalQuery', 'p2', {
      data: { node: { __typename: 'Photo', id: 'p2', originalUrl } },
    })
  return { ...view, answer }
}

describe('Download', () => {
  test('asks for a fresh link, tries it with one byte, and follows it', async () => {
    const { answer } = await pressDownload()
    expect(storage.asked).toEqual([])
    await answer(storage.url)
    await expect.poll(() => followed).toEqual([storage.url])
    expect(storage.asked).toEqual([{ range: 'bytes=0-0' }])
    expect(screen.queryByText(failure)).toBeNull()
  })

  test.each([403, 404, 410, 503])('says so when the link answers %d, and stays on the page', async (status) => {
    storage.answers.status = status
    const { answer } = await pressDownload()
    await answer(storage.url)
    expect(await screen.findByText(failure)).toBeDefined()
    expect(followed).toEqual([])
  })

  test('says so when the storage cannot be reached', async () => {
    const { url } = storage
    storage.close()
    const { answer } = await pressDownload()
    await answer(url)
    expect(await screen.findByText(failure)).toBeDefined()
    expect(followed).toEqual([])
  })

  test('says so when the photo has no original any more', async () => {
    const { answer } = await pressDownload()
    await answer(null)
    expect(await screen.findByText(failure)).toBeDefined()
  })

  test('can be tried again after a failure', async () => {
    storage.answers.status = 410
    const { answer, user } = await pressDownload()
    await answer(storage.url)
    await screen.findByText(failure)
    storage.answers.status = 206
    await user.click(screen.getByRole('button', { name: 'Download' }))
    await answer(`${storage.url}?fresh`)
    await expect.poll(() => followed).toEqual([`${storage.url}?fresh`])
  })
})
