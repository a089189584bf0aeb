import { screen, waitFor, within } from '@testing-library/react'
import { createIntl } from 'react-intl'
import { afterEach, describe, expect, test, vi } from 'vitest'
import messages from '../../../web/locales/en-GB.json'
import { fileSizeText } from '../../../web/shared/fileSize.ts'
import { exportPath, timelinePath } from '../../../web/shared/paths.ts'
import { renderApp } from '../support/renderApp.tsx'
import { cleanUp, exportAnswer, toasts } from './exportKit.ts'

afterEach(cleanUp)

const gigabyte = 1024 ** 3

/** Opens the page of an export, and answers its query with `made`. */
async function openPage(made: ReturnType<typeof exportAnswer> | null, search = '') {
  const app = renderApp(exportPath('b1') + search)
  const { request } = await app.asked('ExportPageQuery')
  expect(request.variables).toEqual({ backupId: 'b1' })
  await app.answer('ExportPageQuery', exportOf(made))
  return app
}

function exportOf(made: ReturnType<typeof exportAnswer> | null) {
  return { addressedNode: made && { __typename: 'Export', __isNode: 'Export', ...made } }
}

describe('the page of an export', () => {
  test('shows Loading until the export is loaded', async () => {
    renderApp(exportPath('b1'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Export photos' })).toBeDefined()
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Loading')
  })

  test('lists the files of a ready export in order, with sizes, checksums and the expiry date', async () => {
    const made = exportAnswer({ sizes: [2 * gigabyte, 1_572_864] })
    await openPage({ ...made, chunks: made.chunks.toReversed() })
    const banner = await screen.findByRole('region', { name: 'Your photos are ready to download' })
    expect(banner.textContent).toContain('1,234 photos, 2.00\u00a0GB')
    expect(banner.textContent).toContain('until 09 Mar 2099')
    expect(banner.textContent).not.toContain('missing from it')
    const files = within(screen.getByRole('list', { name: 'Files' })).getAllByRole('listitem')
    expect(files.map((file) => within(file).getByRole('heading').textContent)).toEqual(['Part 1 of 2', 'Part 2 of 2'])
    expect(files[0]?.textContent).toContain('2.00\u00a0GB')
    expect(files[1]?.textContent).toContain('1.50\u00a0MB')
    expect(files[1]?.textContent).toContain('2'.repeat(64))
    expect(screen.getByRole('button', { name: 'Save file photos-2026-03-01-2.zip' })).toBeDefined()
    expect(document.title).toBe('Export photos – Keepsake')
    const back = screen.getByRole('navigation', { name: 'You are here' })
    expect(within(back).getByRole('link', { name: 'My photos' }).getAttribute('href')).toBe(timelinePath)
  })

  test('shows the number of missing photos', async () => {
    await openPage(exportAnswer({ missingCount: 2 }))
    const banner = await screen.findByRole('region', { name: 'Your photos are ready to download' })
    expect(banner.textContent).toContain('2 photos are missing from it: they were deleted after you requested')
  })

  test('copies a checksum', async () => {
    const { user } = await openPage(exportAnswer())
    const [details] = await screen.findAllByText('Details')
    if (!details) throw new Error('no details')
    expect(details.closest('details')?.open).toBe(false)
    await user.click(details)
    await user.click(await screen.findByRole('button', { name: 'Copy the checksum of part 1' }))
    expect(await navigator.clipboard.readText()).toBe('1'.repeat(64))
    expect(toasts()).toEqual(['Checksum copied'])
  })

  test('downloads all files one after another, each with its own link', async () => {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      // Navigations of earlier tests may still be running.
      if (url.startsWith('https://files.test/')) asked.push(url)
      return new Response('x', { status: 206 })
    })
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const app = await openPage(exportAnswer({ sizes: [10, 20] }))
    await app.user.click(await screen.findByRole('button', { name: 'Download all' }))
    for (const id of ['chunk-1', 'chunk-2']) {
      const node = { __typename: 'ExportChunk', __isNode: 'ExportChunk', id, url: `https://files.test/${id}` }
      await app.answer('findFileUrlQuery', { node }, { id })
    }
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(2))
    expect(asked).toEqual(['https://files.test/chunk-1', 'https://files.test/chunk-2'])
  })

  test('shows a failed download if the link cannot be fetched', async () => {
    const app = await openPage(exportAnswer({ sizes: [10, 20] }))
    await app.user.click(await screen.findByRole('button', { name: 'Download all' }))
    await app.fail('findFileUrlQuery')
    await waitFor(() => expect(toasts()).toEqual(['The file could not be downloaded. Please try again.']))
  })

  test.each([
    ['no longer exists', null],
    ['has expired', exportAnswer({ expires: '2026-01-01T00:00:00Z' })],
  ])('says that the link has expired, and offers a new export, if the export %s', async (_, made) => {
    const { user } = await openPage(made)
    const alert = await screen.findByText('Your download link has expired. Download links expire after 7 days')
    expect(alert.closest('[role=alert]')).not.toBeNull()
    await user.click(screen.getByRole('button', { name: 'Create a new export' }))
    expect(await screen.findByRole('dialog', { name: 'Export photos' })).toBeDefined()
  })

  test('links to the library and offers a new export if the export has failed', async () => {
    await openPage(exportAnswer({ status: 'FAILED', sizes: [] }))
    expect(await screen.findByText("We've run into a problem exporting your photos...")).toBeDefined()
    expect(screen.getByRole('link', { name: 'Go to My photos' }).getAttribute('href')).toBe(timelinePath)
    expect(screen.getByRole('button', { name: 'Create a new export' })).toBeDefined()
  })

  test('reports that the export fails to load, with a retry', async () => {
    const app = renderApp(exportPath('b1'))
    await app.fail('ExportPageQuery')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain("We've run into a problem exporting your photos...")
    expect(screen.getByRole('link', { name: 'Go to My photos' })).toBeDefined()
    await app.user.click(within(alert).getByRole('button', { name: 'Try again' }))
    await app.answer('ExportPageQuery', exportOf(exportAnswer()))
    expect(await screen.findByText('Part 1 of 1')).toBeDefined()
  })

  test.each(['REQUESTED', 'IN_PROGRESS'] as const)(
    'redirects to the photos and says why if the export is %s',
    async (status) => {
      const made = exportAnswer({ status, progress: 0.25, expires: null, sizes: [] })
      const { router } = await openPage(made, '?stripped')
      await waitFor(() => expect(router.state.location.pathname).toBe(timelinePath))
      expect(router.state.location.search).toContain('stripped')
      expect(toasts()).toEqual(['Your photos are still being exported: 25% done. We’ll e-mail you when they’re ready.'])
    },
  )

  test.each([
    ['in channel p', '', { channel: 'p' }],
    ['without the timeline', '?PhotoManagementTimelineViewEnabled=false', {}],
  ])('redirects to the root %s', async (_, search, options) => {
    const { router } = renderApp(exportPath('b1') + search, options)
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  })
})

describe('the size of a file', () => {
  const intl = createIntl({ locale: 'en-GB', messages })

  test.each([
    [0, '0\u00a0Bytes'],
    [1_023, '1,023\u00a0Bytes'],
    [1_024, '1.00\u00a0KB'],
    [1_536, '1.50\u00a0KB'],
    [1_048_575, '1.00\u00a0MB'],
    [5.25 * 1024 ** 2, '5.25\u00a0MB'],
    [gigabyte, '1.00\u00a0GB'],
    [2_500 * gigabyte, '2,500.00\u00a0GB'],
  ])('of %d bytes is %s', (bytes, text) => {
    expect(fileSizeText(bytes, intl)).toBe(text)
  })
})
