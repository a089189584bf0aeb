import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { exportPath } from '../../../web/shared/paths.ts'
import { cleanUp, exportAnswer, openLibrary, toasts } from './exportKit.ts'

afterEach(cleanUp)

const running = exportAnswer({ status: 'IN_PROGRESS', progress: 0.4, expires: null, sizes: [] })

function requestAnswer(made: ReturnType<typeof exportAnswer> | null) {
  return { requestExport: { __typename: 'RequestExportSuccess', status: made?.status ?? null, export: made } }
}

/** Presses the button that requests an export. */
async function ask(dialog: HTMLElement, { user }: Pick<Awaited<ReturnType<typeof openLibrary>>, 'user'>) {
  await user.click(within(dialog).getByRole('button', { name: 'Export photos' }))
}

describe('the library’s menu', () => {
  test('offers an export of all photos', async () => {
    const app = await openLibrary()
    expect(await app.menu()).toEqual(['Export photos', 'Delete all photos'])
  })

  test('offers no export in channel p, and does not query exports', async () => {
    const app = await openLibrary(null, { channel: 'p' })
    expect(await app.menu()).toEqual(['Delete all photos'])
    expect(app.pending('ExportFollowerQuery').length).toBe(0)
  })
})

describe('the dialog of an export', () => {
  test('says that an export takes up to 48 hours, that an e-mail follows, and that the files are kept for 7 days', async () => {
    const app = await openLibrary()
    const dialog = await app.openDialog()
    for (const words of ['48 hours', 'e-mail', '7 days']) expect(dialog.textContent).toContain(words)
  })

  test('sends the brand’s channel, and no second request while one is pending', async () => {
    const app = await openLibrary()
    const dialog = await app.openDialog()
    await ask(dialog, app)
    const { request } = await app.asked('useRequestExportMutation')
    expect(request.variables).toEqual({ input: { channel: 'k' } })
    const button = within(dialog).getByRole('button', { name: 'Export photos' })
    expect(button.getAttribute('aria-busy')).toBe('true')
    await app.user.click(button)
    expect(app.pending('useRequestExportMutation').length).toBe(1)
  })

  test('navigates to the page of a ready export', async () => {
    const app = await openLibrary()
    await ask(await app.openDialog(), app)
    await app.answer('useRequestExportMutation', requestAnswer(exportAnswer()))
    await waitFor(() => expect(app.router.state.location.pathname).toBe(exportPath('b1')))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('shows that photos are being processed, with progress, and keeps the focus', async () => {
    const app = await openLibrary()
    await app.follow()
    const dialog = await app.openDialog()
    await ask(dialog, app)
    await app.answer('useRequestExportMutation', requestAnswer(running))
    expect(await within(dialog).findByText(/^We’re processing your photos/)).toBeDefined()
    expect(within(dialog).getByRole('progressbar', { name: '40% done' })).toBeDefined()
    expect(document.activeElement).toBe(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1))
    // The progress of the export is live from now on.
    await app.send('ExportFollowerSubscription', event('1', exportAnswer()))
    expect(await within(dialog).findByText('Your photos are ready to download')).toBeDefined()
    expect(within(dialog).queryByText(/^We’re processing/)).toBeNull()
  })

  test('shows that photos are being processed if a service accepts the request without details', async () => {
    const app = await openLibrary()
    const dialog = await app.openDialog()
    await ask(dialog, app)
    await app.answer('useRequestExportMutation', {
      requestExport: { __typename: 'RequestExportSuccess', status: 'REQUESTED', export: null },
    })
    expect(await within(dialog).findByText(/^We’re processing your photos/)).toBeDefined()
  })

  test.each([
    ['failed', { requestExport: { __typename: 'ExportFailed', code: 'FAILED', message: '' } }],
    ['has the status FAILED', requestAnswer(exportAnswer({ status: 'FAILED', sizes: [] }))],
  ])('reports that the request %s, and allows another request', async (_, answer) => {
    const app = await openLibrary()
    const dialog = await app.openDialog()
    await ask(dialog, app)
    await app.answer('useRequestExportMutation', answer)
    const alert = within(dialog).getByRole('alert')
    await waitFor(() => expect(alert.textContent).toBe('Unable to generate backup request!'))
    await ask(dialog, app)
    await app.fail('useRequestExportMutation')
    await waitFor(() => expect(alert.textContent).toBe('Unable to generate backup request!'))
    await app.user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(within(await app.reopenDialog()).getByRole('alert').textContent).toBe('')
  })

  test('says that there are no photos', async () => {
    const app = await openLibrary()
    const dialog = await app.openDialog()
    await ask(dialog, app)
    const nothing = { __typename: 'NothingToExport', code: 'NOTHING_TO_EXPORT', message: '' }
    await app.answer('useRequestExportMutation', { requestExport: nothing })
    expect(await within(dialog).findByText('Your photo library is empty')).toBeDefined()
    expect(within(dialog).queryByRole('button', { name: 'Export photos' })).toBeNull()
  })

  test('closes silently if the gateway requested no export because no channel was given', async () => {
    const app = await openLibrary()
    await ask(await app.openDialog(), app)
    await app.answer('useRequestExportMutation', requestAnswer(null))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(toasts()).toEqual([])
  })

  test('shows the progress of a running export instead of offering a second', async () => {
    const app = await openLibrary(running)
    const dialog = await app.openDialog()
    expect(await within(dialog).findByRole('progressbar', { name: '40% done' })).toBeDefined()
    expect(within(dialog).queryByRole('button', { name: 'Export photos' })).toBeNull()
  })

  test('links to a ready export', async () => {
    const app = await openLibrary(exportAnswer())
    const dialog = await app.openDialog()
    const text = 'Your export of 01 Mar 2026 can be downloaded until 09 Mar 2099.'
    expect(await within(dialog).findByText(text)).toBeDefined()
    const link = within(dialog).getByRole('link', { name: 'Go to your export' })
    expect(link.getAttribute('href')).toBe(exportPath('b1'))
  })
})

function event(cursor: string, made: ReturnType<typeof exportAnswer> | null) {
  return { exportEvents: { cursor, backupId: made?.backupId ?? null, export: made } }
}

describe('a running export', () => {
  test('is followed on every page; a toast reports its end with a link', async () => {
    const app = await openLibrary(running)
    await app.follow()
    const dialog = await app.openDialog()
    await app.send('ExportFollowerSubscription', event('1', exportAnswer({ ...running, progress: 0.75 })))
    expect(await within(dialog).findByRole('progressbar', { name: '75% done' })).toBeDefined()
    await app.send('ExportFollowerSubscription', event('2', exportAnswer()))
    const link = await within(await screen.findByRole('region', { name: /Notifications/ })).findByRole('link')
    expect(toasts()).toEqual(['Your photos are ready to download'])
    expect(link.getAttribute('href')).toBe(exportPath('b1'))
    await waitFor(() => expect(app.pending('ExportFollowerSubscription').length).toBe(0))
  })

  test('is fetched again when the stream starts, because the export may have ended before', async () => {
    const app = await openLibrary(running)
    await app.follow()
    await app.send('ExportFollowerSubscription', event('1', null))
    await app.answer('ExportFollowerQuery', { viewer: { latestExport: exportAnswer({ status: 'FAILED', sizes: [] }) } })
    await waitFor(() => expect(toasts()).toEqual(["We've run into a problem exporting your photos..."]))
  })

  test('shows one toast, even if an older answer arrives after the end', async () => {
    const app = await openLibrary(running)
    await app.follow()
    await app.send('ExportFollowerSubscription', event('1', null))
    await app.send('ExportFollowerSubscription', event('2', exportAnswer()))
    await waitFor(() => expect(toasts()).toHaveLength(1))
    await app.answer('ExportFollowerQuery', { viewer: { latestExport: running } })
    await app.send('ExportFollowerSubscription', event('2', exportAnswer()))
    await waitFor(() => expect(app.pending('ExportFollowerSubscription').length).toBe(0))
    expect(toasts()).toHaveLength(1)
  })

  test('is followed from the last event after a lost connection', async () => {
    const app = await openLibrary(running)
    await app.follow()
    await app.send('ExportFollowerSubscription', event('7', running))
    await app.fail('ExportFollowerSubscription')
    const { request } = await app.asked('ExportFollowerSubscription')
    expect(request.variables).toEqual({ after: '7' })
  })

  test('shows no toast if the export had ended before the page was opened', async () => {
    const app = await openLibrary(exportAnswer())
    await app.follow()
    expect(app.pending('ExportFollowerSubscription').length).toBe(0)
    expect(toasts()).toEqual([])
  })
})
