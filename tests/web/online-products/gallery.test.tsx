import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { closeToast, currentToasts } from '../../../web/ui/toasts.ts'
import { type App, book, entry, galleryOf, galleryQuery, messages, openBook } from './bookKit.ts'

afterEach(() => {
  for (const { id } of currentToasts()) closeToast(id)
  localStorage.clear()
  sessionStorage.clear()
})

const part = () => within(screen.getByRole('region', { name: 'Gallery of the shop' }))
const title = () => part().getByLabelText('Title in the gallery')
const publish = (app: App) => app.user.click(part().getByRole('button', { name: 'Show in the gallery' }))
const input = async (app: App, mutation: string) => (await app.asked(mutation)).request.variables['input']

describe('the gallery entry of a book', () => {
  test('is published with its title, description and categories', async () => {
    const app = await openBook(book(1), null)
    await publish(app)
    expect(title()).toHaveProperty('value', 'Book 1')
    await app.user.type(part().getByLabelText('Description (optional)'), 'All of it.')
    await app.user.click(part().getByLabelText('Travel'))
    await publish(app)
    expect(await input(app, 'useSaveEntryCreateMutation')).toEqual({
      widgetId: 'book-1',
      channel: app.session.config.channel,
      title: 'Book 1',
      description: 'All of it.',
      categoryIds: ['travel'],
    })
    await app.answer('useSaveEntryCreateMutation', {
      createGalleryEntry: { __typename: 'CreateGalleryEntrySuccess', galleryEntry: entry() },
    })
    expect(part().getByRole('heading', { level: 3, name: 'Our year' })).toBeDefined()
    expect(part().getByText(/^Family · in the gallery since/)).toBeDefined()
    expect(messages()).toEqual(['The book is in the gallery'])
  })

  test('is not offered while it cannot be read; the rest of the page works, and the retry too', async () => {
    const app = await openBook(book(1))
    await app.fail(galleryQuery)
    expect(await part().findByText('The gallery could not be loaded.')).toBeDefined()
    expect(part().queryByRole('button', { name: 'Show in the gallery' })).toBeNull()
    expect(screen.getByLabelText('Your name')).toBeDefined()
    await app.user.click(part().getByRole('button', { name: 'Try again' }))
    await app.answer(galleryQuery, galleryOf(entry()))
    expect(await part().findByRole('heading', { name: 'Our year' })).toBeDefined()
  })

  test('keeps what was typed after a failure, even when the form was closed by a reload', async () => {
    const app = await openBook(book(1), entry())
    await app.user.click(part().getByRole('button', { name: 'Change' }))
    await app.user.type(title(), ' 2')
    await app.user.click(part().getByRole('button', { name: 'Save' }))
    await app.fail('useSaveEntryUpdateMutation')
    expect(part().getByText('Your changes could not be saved. Please try again.')).toBeDefined()
    expect(title()).toHaveProperty('value', 'Our year 2')
    app.unmount()
    const again = await openBook(book(1), entry())
    await again.user.click(part().getByRole('button', { name: 'Change' }))
    expect(title()).toHaveProperty('value', 'Our year 2')
  })

  test('shows what another tab has saved, and saves over it only when asked', async () => {
    const app = await openBook(book(1), entry())
    await app.user.click(part().getByRole('button', { name: 'Change' }))
    await app.user.type(title(), ' 2')
    await app.user.click(part().getByRole('button', { name: 'Save' }))
    expect(await input(app, 'useSaveEntryUpdateMutation')).toMatchObject({ galleryEntryId: 'entry-1', version: '1' })
    const current = entry({ title: 'Theirs', version: '2' })
    await app.answer('useSaveEntryUpdateMutation', {
      updateGalleryEntry: { __typename: 'GalleryEntryChanged', current },
    })
    expect(part().getByText('Theirs')).toBeDefined()
    await app.user.click(part().getByRole('button', { name: 'Save what I typed' }))
    expect(await input(app, 'useSaveEntryUpdateMutation')).toMatchObject({ title: 'Our year 2', version: '2' })
    const galleryEntry = entry({ title: 'Our year 2', version: '3' })
    await app.answer('useSaveEntryUpdateMutation', {
      updateGalleryEntry: { __typename: 'UpdateGalleryEntrySuccess', galleryEntry },
    })
    expect(part().getByRole('heading', { name: 'Our year 2' })).toBeDefined()
    expect(messages()).toEqual(['The entry is changed'])
  })

  test('that another tab has published meanwhile is changed instead of published again', async () => {
    const app = await openBook(book(1), null)
    await publish(app)
    await app.user.type(title(), ' mine')
    await publish(app)
    const exists = { createGalleryEntry: { __typename: 'GalleryEntryExists', current: entry({ title: 'Theirs' }) } }
    await app.answer('useSaveEntryCreateMutation', exists)
    expect(part().getByText('Theirs')).toBeDefined()
    await app.user.click(part().getByRole('button', { name: 'Save what I typed' }))
    const sent = { galleryEntryId: 'entry-1', version: '1', title: 'Book 1 mine' }
    expect(await input(app, 'useSaveEntryUpdateMutation')).toMatchObject(sent)
  })

  test('that another tab has removed meanwhile is published again', async () => {
    const app = await openBook(book(1), entry())
    await app.user.click(part().getByRole('button', { name: 'Change' }))
    await app.user.type(title(), ' 2')
    await app.user.click(part().getByRole('button', { name: 'Save' }))
    await app.answer('useSaveEntryUpdateMutation', { updateGalleryEntry: { __typename: 'GalleryEntryNotFound' } })
    expect(part().getByText(/^The book has been removed from the gallery in the meantime\./)).toBeDefined()
    await publish(app)
    expect(await input(app, 'useSaveEntryCreateMutation')).toMatchObject({ widgetId: 'book-1', title: 'Our year 2' })
  })

  test.each([
    [{ __typename: 'InvalidGalleryEntry', field: 'CATEGORIES' }, 'Please choose other categories.'],
    [
      { __typename: 'InvalidGalleryEntry', field: 'A_LATER_FIELD' },
      'Your changes could not be saved. Please try again.',
    ],
    [{ __typename: 'WidgetBlocked' }, 'The order of this book is blocked, so nobody can open the book.'],
    [{ __typename: '%future added value' }, 'Your changes could not be saved. Please try again.'],
  ])('says why it was not published: %o', async (result, reason) => {
    const app = await openBook(book(1), null)
    await publish(app)
    await publish(app)
    await app.answer('useSaveEntryCreateMutation', { createGalleryEntry: result })
    expect(part().getByText(reason)).toBeDefined()
  })

  test('leaves the gallery only after the customer confirms', async () => {
    const app = await openBook(book(1), entry())
    await app.user.click(part().getByRole('button', { name: 'Remove from the gallery' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove the book from the gallery?' }))
    await app.user.click(dialog.getByRole('button', { name: 'Remove from the gallery' }))
    await app.fail('removeEntryMutation')
    expect(dialog.getByText('Unable to remove the book. Please try again')).toBeDefined()
    await app.user.click(dialog.getByRole('button', { name: 'Remove from the gallery' }))
    await app.answer('removeEntryMutation', { deleteGalleryEntry: { __typename: 'DeleteGalleryEntrySuccess' } })
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(part().getByRole('button', { name: 'Show in the gallery' })).toBeDefined()
    expect(messages()).toEqual(['The book is no longer in the gallery'])
  })

  test('follows other devices when the customer comes back to the window', async () => {
    const app = await openBook(book(1), entry())
    fireEvent(window, new Event('focus'))
    await app.answer(galleryQuery, galleryOf(entry({ title: 'Renamed', version: '2' })))
    expect(part().getByRole('heading', { name: 'Renamed' })).toBeDefined()
  })
})
